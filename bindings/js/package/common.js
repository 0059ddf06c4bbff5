export {
  Actor,
  Costume,
  Dialect,
  Frame,
  Game,
  Limbs,
  Random,
  Renderer,
  Room,
  Stage,
  actorColumns,
  blendTable,
  mouthClosed,
  operations,
} from "./classes.js";
export { WardrobeError } from "./error.js";
export { openFiles } from "./open.js";
