import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./finish.js";
import { Game, initSync } from "./wardrobe_js.js";

initSync({ module: readFileSync(new URL("./wardrobe_js_bg.wasm", import.meta.url)) });
finish();

export * from "./common.js";

/** Opens the game in a folder. */
export function openFolder(path) {
  const files = readdirSync(path).filter((name) => statSync(join(path, name)).isFile());
  return new Game(Object.fromEntries(files.map((name) => [name, new Uint8Array(readFileSync(join(path, name)))])));
}
