export * from "./wardrobe_js.js";
export { WardrobeError } from "./error.js";
export { actorColumns } from "./finish.js";
