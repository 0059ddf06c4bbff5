export * from "./classes.js";
export { WardrobeError } from "./error.js";
