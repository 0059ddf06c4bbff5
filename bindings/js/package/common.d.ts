import type { ActorField } from "./fields.js";
import type {
  Clip,
  Dialect,
  Game,
  GameOptions,
  Operand,
  OperationName,
  QuirkName,
  Reply,
  SheetOptions,
  StageEvent,
} from "./classes.js";

export {
  Actor,
  Clip,
  Costume,
  Dialect,
  Game,
  Limbs,
  Random,
  Renderer,
  Room,
  Stage,
  blendTable,
  lint,
  mouthClosed,
  operations,
} from "./classes.js";
export type {
  ActorLook,
  Animation,
  Cast,
  CastCostume,
  CastMember,
  CastRoom,
  Cel,
  ChoreName,
  ClipCue,
  ClipFrame,
  ClipOptions,
  CostumeInfo,
  DamagedPart,
  DialectOptions,
  Drawn,
  EntryName,
  Evidence,
  Finding,
  GameList,
  GameOptions,
  Host,
  LimbState,
  LimbsState,
  ListedCostume,
  ListedRoom,
  Look,
  Operand,
  OperationName,
  PaletteName,
  QuirkName,
  Reply,
  RoomObject,
  RoomOptions,
  SheetOptions,
  ShownCel,
  StageEvent,
  TableName,
  Target,
  V0LimbState,
  V0State,
  WalkBox,
  World,
  Write,
} from "./classes.js";
export type { ActorField } from "./fields.js";

declare global {
  // The library of types of an older language level lacks this symbol.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/**
 * A picture: contiguous rows of palette indices in the memory of JavaScript. It does not change,
 * and needs no `free()`.
 */
export class Frame {
  private constructor();
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** The rows. */
  readonly pixels: Uint8Array;
}

/**
 * The reason why a call failed. `code` is a word for the kind of error: `misuse` for an argument of
 * the wrong type or out of range, and for a freed object, `size` for an argument that is too large,
 * `busy` for an object that is in use. `place` names the file and the blocks that contain the
 * place, `offset` is the offset of the byte; both are missing if the error has no place.
 */
export class WardrobeError extends Error {
  constructor(text: string, code: WardrobeError["code"], place?: string, offset?: number);
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
 * The WebAssembly module of the package: its URL (in Node also its path), a `Response`, its bytes,
 * or a compiled `WebAssembly.Module`; or a promise of one of them.
 */
export type ModuleSource = string | object;

/**
 * The indices of the numbers in a row of `Stage.actorRows`: the length of the row, the index of the
 * strips, the number of the actor, the fields, and the first number of the limbs.
 */
export const actorColumns: {
  readonly [column in "length" | "strips" | "id" | "limbs" | ActorField]: number;
};

/**
 * Arranges the pictures of clips of one costume on a sheet. Returns the bytes of a PNG, and JSON in
 * the format of Aseprite, which names the PNG. Throws `misuse` if there are no clips, if they
 * belong to different costumes or have different palettes, or if nothing is visible, and `limit` if
 * the pictures are too large together.
 */
export function encodeSheet(clips: Clip[], options?: SheetOptions): { png: Uint8Array; json: string };

/** A file of a page, such as a `File`: its name, and parts that can be read. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  readonly webkitRelativePath?: string;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * Opens a game from the files that a page has received: a FileList, or an array of files. Only the
 * parts that rooms and costumes need are read; speech, music and other files are not. Throws
 * `not_found` if the files are not a known game, and `misuse` if they are several games and the
 * options do not name the index of one of them.
 */
export function openFiles(
  files: Iterable<ReadableFile> | ArrayLike<ReadableFile>,
  options?: GameOptions,
): Promise<Game>;

/** An array of bytes for pixels with red, green, blue and alpha, or an `ImageData`. */
export type PaintTarget =
  | Uint8ClampedArray
  | Uint8Array
  | {
      readonly data: Uint8ClampedArray | Uint8Array;
      readonly width: number;
      readonly height: number;
    };

declare module "./classes.js" {
  interface Dialect {
    /**
     * Returns the dialect without the accidents of the original engine that have these names, or
     * without all of them: `dialect.withoutQuirks("tall_cel_vanishes")`. Throws `misuse` if there
     * is no such name.
     */
    withoutQuirks(...names: QuirkName[]): Dialect;
  }
  interface Stage {
    /**
     * Copies the picture into an array as contiguous rows of palette indices, and returns the
     * array. Without an array, a new one is created. Throws `size` if the array is too small.
     */
    copyFrame(into?: Uint8Array): Uint8Array;
    /**
     * Paints the picture with the displayed palette into an `ImageData` of the size of the picture,
     * or into an array with four bytes for each pixel, and returns it. Every pixel is opaque.
     * Throws `size` if the size is wrong.
     */
    paint<T extends PaintTarget>(target: T): T;
    /**
     * Applies an operation. The name is that of the operation in scenes, or the name of its method
     * (`costume` or `setCostume`). The operands are the same as in scenes and have the same units;
     * pixels and tables may be bytes. The plane of `setForceClip` is the number of the plane that
     * hides the actor, beginning with 1; 0, from version 7 on 100, selects the plane of the actor's
     * walk box. Returns the reply of the operation. Throws `not_found` if there is no such
     * operation, and `misuse` if an operand is missing or out of range.
     */
    apply(name: OperationName, ...operands: Operand[]): Reply;
    /** Removes the events from the queue and returns them one by one. */
    events(): IterableIterator<StageEvent>;
  }
}
