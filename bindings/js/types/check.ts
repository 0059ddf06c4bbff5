// Tests of the types. TypeScript checks the file and never runs it: `cargo xtask js test`.
import {
  Costume,
  Dialect,
  Limbs,
  Random,
  Renderer,
  WardrobeError,
  actorColumns,
  openFolder,
  type Drawn,
  type Host,
  type StageEvent,
  type Target,
  type World,
} from "scumm-wardrobe";

export function walk(path: string, world: World): Uint8Array {
  using game = openFolder(path);
  using stage = game.stage(1);
  const actor = stage.actor(1);
  actor.setCostume(1);
  actor.put(60, 120, 1);
  actor.walk(200, 125);
  stage.apply("set", 1, "sounds", [1, 2]);
  actor.layer = actor.elevation + 3;
  const there: boolean = actor.visible && stage.actorRows[actorColumns.walkbox] !== stage.cameraX;
  actor.visible = there;
  for (let i = 0; i < 12; i++) stage.tick(world);
  for (const event of stage.events()) said(event);
  const frame = stage.front();
  stage.paint(new Uint8ClampedArray(4 * stage.width * stage.height));
  const row: Uint8Array = stage.pixels.subarray(stage.pitch, stage.pitch + stage.width);
  return frame.height > 1 ? frame.pixels.subarray(0, frame.width) : row;
}

/** The kind of an event determines its fields. */
function said(event: StageEvent): number | string {
  switch (event.kind) {
    case "Sound":
      return event.id + event.queue;
    case "Fault":
      return event.text;
    default:
      // @ts-expect-error: only a sound has an id
      return event.id;
  }
}

export function draw(data: Uint8Array, pixels: Uint8Array): Drawn {
  const costume = new Costume(data, new Dialect(5, { platform: "amiga" }));
  using limbs = new Limbs();
  const host: Host = { playSound: (slot) => console.log(slot.toFixed()), random: (min, max) => Math.min(min, max) };
  for (const { frame, facing, limbs: parts } of costume.animations) {
    if (parts.some(({ mode }) => mode > 0)) costume.start(limbs, facing, frame);
  }
  costume.advance(limbs, host);
  const target: Target = { width: 320, height: 144, mask: new Uint8Array(40 * 144), maskBits: true };
  return costume.draw(limbs, { x: 160, y: 120 }, new Renderer(), pixels, target);
}

export function why(act: () => void): string {
  try {
    act();
    return "";
  } catch (error) {
    if (!(error instanceof WardrobeError)) throw error;
    const { code, place, offset } = error;
    const { damage }: { damage: WardrobeError[] } = new Costume(new Uint8Array(), new Dialect());
    if (damage.length) return damage[0]!.message;
    return code === "malformed" ? `${place ?? "?"} at byte ${offset ?? 0}` : error.message;
  }
}

export function wrong(path: string): void {
  const stage = openFolder(path).stage(1);
  new Random(1);
  new Random(2n ** 63n);
  // @ts-expect-error: a seed is a number
  new Random("1");
  // @ts-expect-error: no such table
  stage.setTable("nonsense", new Uint8Array(1));
  // @ts-expect-error: no such operation
  stage.apply("dance", 1);
  // @ts-expect-error: the type of a state is known
  stage.actor(1).limbs.stoped = 3;
  // @ts-expect-error: bytes are a Uint8Array
  new Costume([1, 2], new Dialect(5));
  new Dialect(5).withoutQuirks("tall_cel_vanishes", "cut_redraws").quirks.join();
  // @ts-expect-error: no such quirk
  new Dialect(5).withoutQuirks("tallCelVanishes");
  // @ts-expect-error: no such platform
  new Dialect(5, { platform: "abacus" });
  // @ts-expect-error: an actor has no such attribute
  stage.actor(1).wings = 2;
  // @ts-expect-error: rows have no such column
  actorColumns.wings;
  // @ts-expect-error: the width of a frame is read-only
  stage.front().width = 3;
  // @ts-expect-error: there is no such code
  if (new WardrobeError("", "misuse").code === "odd") return;
}
