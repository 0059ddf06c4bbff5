import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setMemory, wrong } from "./arguments.js";
import { Game } from "./classes.js";
import { initSync } from "./wardrobe_js.js";

const { memory } = initSync({
  module: readFileSync(new URL("./wardrobe_js_bg.wasm", import.meta.url)),
});
setMemory(memory);

export * from "./common.js";

/** Opens the game in a folder. */
export function openFolder(path) {
  if (typeof path !== "string" || path.includes("\0"))
    throw wrong("openFolder: path", path, "a path");
  const files = readdirSync(path).filter((name) => statSync(join(path, name)).isFile());
  return new Game(
    Object.fromEntries(files.map((name) => [name, new Uint8Array(readFileSync(join(path, name)))])),
  );
}
