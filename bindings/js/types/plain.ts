// Tests that the types need no library of types but that of the language.
import { Random, openFolder } from "scumm-wardrobe/node";
import { init, openFiles } from "scumm-wardrobe/browser";
import source from "scumm-wardrobe/wasm";

export async function play(path: string): Promise<Uint8Array> {
  await init(source);
  await openFiles([]);
  const stage = openFolder(path, { index: "wardrobe.000" }).stage(1);
  stage.tick(new Random(1));
  return stage.copyFrame();
}
