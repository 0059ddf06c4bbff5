import type { Clip, Game, GameOptions, SheetOptions } from "./classes.js";
import type { ModuleSource } from "./common.js";

export * from "./common.js";

/**
 * Loads the library. Without this call, the library loads the WebAssembly module beside its code
 * when it is first used. A bundled program passes the path or the bytes of the module. A second
 * call does nothing. Throws `io` if the module cannot be read, and `malformed` if the bytes are not
 * the module.
 */
export function init(source?: ModuleSource): Promise<void>;

/**
 * Opens the game in a folder or up to three levels below, or the game whose index file has the
 * path. Only the parts that rooms and costumes need are read. Throws `not_found` if the folder
 * contains no known game, `misuse` if it contains several games and no index is named, and `io` if
 * a file cannot be read.
 */
export function openFolder(path: string, options?: GameOptions): Game;

/**
 * Writes pictures of clips of one costume as a sheet: a PNG, and beside it a file with the
 * extension .json in the format of Aseprite. Throws the errors of `encodeSheet`, and `io` if a file
 * cannot be written.
 */
export function saveSheet(path: string, clips: Clip[], options?: SheetOptions): void;

declare module "./classes.js" {
  interface Clip {
    /**
     * Node: writes the clip as a file in the format that its extension means: `.gif`, `.png` or
     * `.apng`. The pictures are enlarged `zoom` times, 1 to 8. Throws the errors of `encode`, and
     * `io` if the file cannot be written.
     */
    save(path: string, zoom?: number): void;
  }
}
