// The program that the tests bundle. It plays the demo in a browser or a worker, or in Node.
import { Random, init, openFiles } from "scumm-wardrobe";
import { source } from "./source.mjs";

/** Plays the demo and returns its last picture as text. `read` returns the bytes of a file. */
export async function play(read) {
  await init(source);
  const names = ["wardrobe.000", "wardrobe.001"];
  const blobs = names.map(async (name) => Object.assign(new Blob([await read(name)]), { name }));
  const game = await openFiles(await Promise.all(blobs));
  const [stage, world] = [game.stage(1), new Random(1)];
  const actor = stage.actor(1);
  actor.setCostume(1);
  actor.put(60, 120, 1);
  actor.walk(200, 125);
  for (let i = 0; i < 12; i++) stage.tick(world);
  const text = [stage.width, stage.height, actor.x, ...stage.pixels.subarray(30000, 30100)].join();
  for (const held of [actor, stage, game, world]) held.free();
  return text;
}
