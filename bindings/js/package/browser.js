import "./start-browser.js";
import { Game } from "./common.js";

export * from "./common.js";

/** Opens the game whose files a page was given: a FileList, or an array of files. */
export async function openFiles(files) {
  const read = async (file) => [file.name, new Uint8Array(await file.arrayBuffer())];
  return new Game(Object.fromEntries(await Promise.all(Array.from(files, read))));
}
