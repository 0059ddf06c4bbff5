import { filesOf, setMemory } from "./arguments.js";
import { Game } from "./classes.js";
import init from "./wardrobe_js.js";

const { memory } = await init({
  module_or_path: new URL("./wardrobe_js_bg.wasm", import.meta.url),
});
setMemory(memory);

export * from "./common.js";

/** Opens a game from the files that a page has received: a FileList, or an array of files. */
export async function openFiles(files) {
  const read = async (file) => [
    file.name,
    new Uint8Array(await Blob.prototype.arrayBuffer.call(file)),
  ];
  return new Game(Object.fromEntries(await Promise.all(filesOf(files).map(read))));
}
