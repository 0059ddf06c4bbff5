import type { ActorField } from "./fields.js";
import type { Game, Operand, Reply, StageEvent } from "./wardrobe_js.js";

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
  blendTable,
  mouthClosed,
  operations,
} from "./wardrobe_js.js";
export type {
  Animation,
  Cel,
  DialectOptions,
  Drawn,
  Host,
  Look,
  Operand,
  Reply,
  RoomOptions,
  StageEvent,
  Target,
  WalkBox,
  World,
} from "./wardrobe_js.js";
export * from "./fields.js";

/**
 * The reason why a call failed. `code` is a word for the kind of error: `misuse` for an argument of
 * the wrong type or out of range, `size` for an argument that is too large, `busy` for an object
 * that is in use. `place` names the file and the blocks that contain the place, `offset` is the
 * offset of the byte; both are missing if the error has no place.
 */
export class WardrobeError extends Error {
  code:
    | "busy"
    | "fault"
    | "io"
    | "limit"
    | "malformed"
    | "misuse"
    | "not_found"
    | "panic"
    | "size"
    | "unsupported";
  place?: string;
  offset?: number;
}

/**
 * The indices of the numbers in a row of `Stage.actorRows`: the length of the row, the index of the
 * strips, the number of the actor, the fields, and the first number of the limbs.
 */
export const actorColumns: {
  readonly [column in "length" | "strips" | "id" | "limbs" | ActorField]: number;
};

/** Node: opens the game in a folder. Throws `not_found` if the folder contains no known game. */
export function openFolder(path: string): Game;

/**
 * Browsers: opens a game from the files that a page has received: a FileList, or an array of files.
 */
export function openFiles(files: Iterable<File> | ArrayLike<File>): Promise<Game>;

declare module "./wardrobe_js.js" {
  interface Stage {
    /**
     * Applies an operation. The name is that of the operation in scenes, or the name of its method
     * (`costume` or `setCostume`). The operands are the same as in scenes and have the same units;
     * pixels and tables may be bytes. The plane of `setForceClip` is the number of the plane that
     * hides the actor, beginning with 1; 0, from version 7 on 100, selects the plane of the actor's
     * walk box. Returns the reply of the operation. Throws `not_found` if there is no such
     * operation, and `misuse` if an operand is missing or out of range.
     */
    apply(name: string, ...operands: Operand[]): Reply;
    /** Removes the events from the queue and returns them one by one. */
    events(): IterableIterator<StageEvent>;
  }
}
