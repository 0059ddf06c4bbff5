// Opens a game, lets an actor walk and writes the picture: node walk.mjs GAME OUT.ppm
import { writeFileSync } from "node:fs";
import { Random, WardrobeError, openFolder } from "scumm-wardrobe";

/** Returns the picture of the stage with three bytes for each pixel. */
function picture(stage) {
  const frame = stage.front();
  const rgb = stage.palette();
  const { width, height, pitch, pixels } = frame; // a view of the stage's own memory
  const header = new TextEncoder().encode(`P6 ${width} ${height} 255\n`);
  const out = new Uint8Array(header.length + 3 * width * height);
  out.set(header);
  let at = header.length;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const colour = 3 * pixels[y * pitch + x];
      out.set(rgb.subarray(colour, colour + 3), at);
    }
  }
  frame.free(); // or `using frame`, if the language has it
  return out;
}

function main(path, out) {
  const game = openFolder(path);
  const stage = game.stage(1);
  game.free(); // the stage keeps the parts that it needs
  const actor = stage.actor(1);
  const world = new Random(1n);
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
  stage.free();
}

try {
  main(...process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WardrobeError)) throw error;
  console.error(`walk: ${error.code}: ${error.message}`);
  process.exitCode = 2;
}
