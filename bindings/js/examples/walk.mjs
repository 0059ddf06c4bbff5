// Opens a game, lets an actor walk and writes the picture: node walk.mjs GAME OUT.ppm
import { writeFileSync } from "node:fs";
import { Random, WardrobeError, openFolder } from "scumm-wardrobe";

/** Returns the picture of the stage with three bytes for each pixel. */
function picture(stage) {
  const { width, height } = stage;
  const rgba = stage.paint(new Uint8ClampedArray(4 * width * height));
  const header = new TextEncoder().encode(`P6 ${width} ${height} 255\n`);
  const out = new Uint8Array(header.length + 3 * width * height);
  out.set(header);
  let at = header.length;
  for (let from = 0; from < rgba.length; from += 4, at += 3) out.set(rgba.subarray(from, from + 3), at);
  return out;
}

function main(path, out) {
  const game = openFolder(path);
  const stage = game.stage(1);
  game.free(); // the stage keeps the parts that it needs
  const actor = stage.actor(1);
  const world = new Random(1);
  actor.setCostume(1);
  actor.put(60, 120, 1);
  actor.walk(200, 125);
  for (let i = 0; i < 12; i++) {
    stage.tick(world);
    for (const event of stage.events()) {
      if (event.kind === "Sound") console.log("sound", event.id);
    }
  }
  console.log(actor.x, actor.y);
  writeFileSync(out, picture(stage));
  for (const held of [actor, stage, world]) held.free(); // or `using`, if the language has it
}

try {
  main(...process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WardrobeError)) throw error;
  console.error(`walk: ${error.code}: ${error.message}`);
  process.exitCode = 2;
}
