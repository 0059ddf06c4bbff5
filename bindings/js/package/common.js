export {
  Actor,
  Clip,
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
  encodeSheet,
  lint,
  mouthClosed,
  operations,
} from "./classes.js";
export { WardrobeError } from "./error.js";
export { openFiles } from "./open.js";
