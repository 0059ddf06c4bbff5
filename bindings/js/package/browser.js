import { finish } from "./finish.js";
import init, { Game } from "./wardrobe_js.js";

await init({ module_or_path: new URL("./wardrobe_js_bg.wasm", import.meta.url) });
finish();

export * from "./common.js";

/** Opens the game whose files a page was given: a FileList, or an array of files. */
export async function openFiles(files) {
  const read = async (file) => [file.name, new Uint8Array(await file.arrayBuffer())];
  return new Game(Object.fromEntries(await Promise.all(Array.from(files, read))));
}
