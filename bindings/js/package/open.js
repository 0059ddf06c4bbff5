// Opens games whose files are read in parts: the library requests the parts that it needs. Speech,
// music and files of other programs are never read.
import { GameOpener } from "./wardrobe_js.js";
import { Account, MOST_BYTES_TOGETHER, MOST_ITEMS, converter, wrong } from "./arguments.js";
import { wrapped } from "./classes.js";
import { WardrobeError } from "./error.js";
import { ensureReady } from "./load.js";

/** Returns the index that the options name. */
function indexOf(called, options) {
  const found = converter("GameOptions?")(options, `${called}: options`, new Account());
  return found?.index;
}

/**
 * Opens a game from files with a `name` and a `size`. Yields the requested parts as `{ file, start,
 * end }` and takes their bytes.
 */
function* opening(files, index) {
  ensureReady();
  const opener = new GameOpener(
    files.map(({ name }) => name),
    Float64Array.from(files, ({ size }) => size),
  );
  try {
    let taken = 0;
    for (;;) {
      const game = opener.tryToOpen(index);
      if (game) return wrapped(game);
      const numbers = opener.takeRequests();
      for (let i = 0; i < numbers.length; i += 3) {
        const [number, start, end] = numbers.subarray(i, i + 3);
        taken += end - start;
        if (taken > MOST_BYTES_TOGETHER)
          throw new WardrobeError(
            `the files of a game have at most ${MOST_BYTES_TOGETHER} bytes together`,
            "size",
          );
        const bytes = yield { file: files[number], start, end };
        if (bytes.length !== end - start)
          throw new WardrobeError(`${files[number].name}: the file has changed`, "io");
        opener.insert(number, start, bytes);
      }
    }
  } finally {
    opener.free();
  }
}

/** Opens a game whose parts `read` returns at once. */
export function openNow(files, options, read, called) {
  const steps = opening(files, indexOf(called, options));
  for (let step = steps.next(); ; step = steps.next(readOr(steps, () => read(step.value))))
    if (step.done) return step.value;
}

/** Reads a part. If this fails, ends the steps. */
function readOr(steps, read) {
  try {
    return read();
  } catch (error) {
    steps.return();
    throw error;
  }
}

/** Returns the size of a file of a page. */
const sizeOf = Object.getOwnPropertyDescriptor(Blob.prototype, "size").get;

/**
 * Opens a game from pairs of a path and a file of a page. Only the necessary parts are read.
 */
export async function openBlobs(pairs, options, called) {
  const files = pairs.map(([name, blob]) => ({ name, blob, size: Reflect.apply(sizeOf, blob, []) }));
  const steps = opening(files, indexOf(called, options));
  try {
    let step = steps.next();
    while (!step.done) step = steps.next(await readBlob(step.value));
    return step.value;
  } finally {
    steps.return();
  }
}

async function readBlob({ file: { name, blob }, start, end }) {
  try {
    const part = Blob.prototype.slice.call(blob, start, end);
    return new Uint8Array(await Blob.prototype.arrayBuffer.call(part));
  } catch (error) {
    throw new WardrobeError(`${name}: ${error.message}`, "io");
  }
}

/** Returns pairs of a path and a file for the files of a list. */
function pairsOf(files) {
  if (typeof files !== "object" || files === null)
    throw wrong("openFiles: files", files, "a list of files");
  const all = Symbol.iterator in files ? files : Array.prototype.values.call(files);
  const pairs = [];
  for (const file of all) {
    if (pairs.length === MOST_ITEMS)
      throw new WardrobeError(`openFiles: at most ${MOST_ITEMS} files are opened`, "size");
    if (!(file instanceof Blob)) throw wrong("openFiles: a file", file, "a File");
    // The path is empty unless the file was chosen with its folder.
    const name = file.webkitRelativePath || file.name;
    pairs.push([converter("text")(name, "openFiles: the name of a file", new Account()), file]);
  }
  return pairs;
}

export async function openFiles(files, options) {
  return openBlobs(pairsOf(files), options, "openFiles");
}
