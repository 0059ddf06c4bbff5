export * from "./wardrobe_js.js";
export { WardrobeError } from "./error.js";
