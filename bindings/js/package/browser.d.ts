import type { Game, GameOptions } from "./classes.js";
import type { ModuleSource } from "./common.js";

export * from "./common.js";

/**
 * Loads the library; every other call needs it. Without a source, the WebAssembly module is loaded
 * from the place beside the package's code. A second call does nothing. Throws `io` if the module
 * cannot be read, and `malformed` if the bytes are not the module.
 */
export function init(source?: ModuleSource): Promise<void>;

/**
 * Opens a game from the files and folders that the user has dropped onto the page, as `openFiles`
 * does. Folders are searched four levels deep. Calls `preventDefault` of the event; the page has to
 * do the same for the event `dragover`. Throws `misuse` if the event is not the event of a drop.
 */
export function openDrop(
  event: { readonly dataTransfer: object | null; preventDefault(): void },
  options?: GameOptions,
): Promise<Game>;
