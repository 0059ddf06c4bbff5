// The steps of a scene: operations of the library, and steps that only scenes have.
import { mouthClosed, operations } from "scumm-wardrobe";
import { storeVariable } from "./furnish.mjs";
import { crc32, hex } from "./sums.mjs";

// The replies of operations, by their names in lines.
const ANSWERS = { hit: "hit", actor_from_pos: "actorFromPos", adjust: "adjust", get_object_state: "state" };
const OPERATIONS = new Set(operations());

function frameHasPassed(scene) {
  if (scene.cycle) scene.stage.setEntry("cycle", scene.cycle);
  scene.frames++;
}

// The steps that only scenes have.
const STEPS = {
  tick(scene) {
    scene.stage.tick(scene.world);
    frameHasPassed(scene);
  },
  tick_draw(scene) {
    scene.stage.tickDraw(scene.world);
    frameHasPassed(scene);
  },
  bench(scene, actor) {
    scene.stage.apply("draw_alone", actor);
  },
  bench_tick(scene, count) {
    for (let i = 0; i < count; i++) STEPS.tick(scene);
  },
  var(scene, name, value) {
    storeVariable(scene.stage, name, value);
  },
  mouth_sync(scene, times, jiffies) {
    scene.answers.closed = Number(mouthClosed(scene.dialect, Uint16Array.from(times), jiffies));
  },
  display_palette(scene) {
    scene.answers.displayPalette = hex(crc32(scene.stage.palette()));
  },
  cels(scene, number) {
    scene.answers.cels = cels(scene.costumes.get(number));
  },
  sound_running(scene, sounds) {
    scene.world.running = new Set(sounds);
  },
  seed(scene, number) {
    scene.world.seed(number);
  },
  enter(scene, name, states) {
    const room = scene.roomOf(name, {});
    scene.stage.replaceRoom(room);
    for (const { number } of room.objects) scene.stage.setObjectState(number, states?.[number] ?? 0);
    scene.stage.placeCamera(128, scene.stage.cameraY);
  },
  save(scene) {
    scene.saved = [scene.stage.save(), scene.world.chance.state, new Set(scene.world.running)];
  },
  restore(scene) {
    const [data, seed, running] = scene.saved;
    scene.stage.restore(data);
    scene.world.seed(seed);
    scene.world.running = new Set(running);
  },
};

export const isKnown = (op) => Object.hasOwn(STEPS, op) || OPERATIONS.has(op);

/** Runs a step. */
export function run(scene, op, operands) {
  if (Object.hasOwn(STEPS, op)) {
    STEPS[op](scene, ...operands);
    return;
  }
  const answer = scene.stage.applyList(op, operands, scene.world);
  // Lines contain numbers only: a flag is 0 or 1, and 0 stands for no actor.
  if (op in ANSWERS) scene.answers[ANSWERS[op]] = Array.isArray(answer) ? answer : Number(answer ?? 0);
}

/** Returns the pictures of a costume as text: two digits for each pixel, dots for gaps. */
function cels(costume) {
  const found = [];
  for (const cel of costume.cels) {
    let pixels;
    try {
      pixels = costume.celPixels(cel.number).copy();
    } catch (error) {
      if (error.code === "not_found") continue;
      throw error;
    }
    const gaps = costume.celGaps(cel.number) ?? [];
    const text = Array.from(pixels, (pixel, i) => (gaps[i] ? ".." : pixel.toString(16).padStart(2, "0")));
    const rows = Array.from({ length: Math.ceil(text.length / (cel.width || 1)) }, (_, y) => text.slice(y * cel.width, (y + 1) * cel.width).join(""));
    const line = { width: cel.width, height: cel.height, rel: cel.rel, move: cel.step, rows };
    if (costume.isAkos) found.push({ picture: cel.number, ...line });
    else for (const [limb, picture] of cel.names) found.push({ limb, picture, ...line });
  }
  return found.sort((a, b) => (a.limb ?? -1) - (b.limb ?? -1) || a.picture - b.picture);
}
