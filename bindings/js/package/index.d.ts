import type { ActorField } from "./fields.js";
import type { Game, Operand, Reply, StageEvent } from "./wardrobe_js.js";

export { Actor, Costume, Dialect, Frame, Game, Limbs, Random, Renderer, Room, Stage, blendTable, mouthClosed, operations } from "./wardrobe_js.js";
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
 * Why a call failed: `code` is a word for its kind, `place` the file and the blocks around the place, `offset` the byte there. An
 * argument of the wrong type or out of range is a `misuse`, one that is too large a `size`, and what is in use is `busy`.
 */
export class WardrobeError extends Error {
  code: "busy" | "fault" | "io" | "limit" | "malformed" | "misuse" | "not_found" | "panic" | "size" | "unsupported";
  place?: string;
  offset?: number;
}

/** Where a row of `Stage.actorRows` has what: its length, where its strips begin, the actor's number, plain values, limbs. */
export const actorColumns: { readonly [column in "length" | "strips" | "id" | "limbs" | ActorField]: number };

/** Node: opens the game in a folder. */
export function openFolder(path: string): Game;

/** Browsers: opens the game whose files a page was given. */
export function openFiles(files: Iterable<File> | ArrayLike<File>): Promise<Game>;

declare module "./wardrobe_js.js" {
  interface Stage {
    /**
     * Applies an operation by its name in scenes or that of its method (`costume`, `setCostume`), with the operands that scenes give
     * it; pixels and tables may be bytes. Returns what the operation answers.
     */
    apply(name: string, ...operands: Operand[]): Reply;
    /** What the stage has told since it was asked last, one by one. */
    events(): IterableIterator<StageEvent>;
  }
}
