import init from "./wardrobe_js.js";

await init();
