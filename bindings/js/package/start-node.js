import { readFileSync } from "node:fs";
import { initSync } from "./wardrobe_js.js";

initSync({ module: readFileSync(new URL("./wardrobe_js_bg.wasm", import.meta.url)) });
