import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MOST_ITEMS, wrong } from "./arguments.js";
import { Clip, clipFormatOf, encodeSheet } from "./classes.js";
import { WardrobeError } from "./error.js";
import { compileAtFirstUse, load } from "./load.js";
import { openNow } from "./open.js";

export * from "./common.js";

/** Calls a function of Node. Its exception becomes a `WardrobeError`. */
function system(act) {
  try {
    return act();
  } catch (error) {
    throw new WardrobeError(error.message, "io");
  }
}

/** Reads the module beside this file. */
function readModule() {
  try {
    return readFileSync(new URL("./wardrobe_js_bg.wasm", import.meta.url));
  } catch (error) {
    const advice = "the module is not beside the program; call `await init(urlOrBytes)` first";
    throw new WardrobeError(`${error.message}: ${advice}`, "io");
  }
}

compileAtFirstUse(() => new WebAssembly.Module(readModule()));

export function init(source) {
  return load(async () => {
    const found = (await source) ?? readModule();
    if (found instanceof URL && found.protocol === "file:")
      return system(() => readFileSync(found));
    if (typeof found !== "string" || /^https?:|^data:/.test(found)) return found;
    return system(() => readFileSync(found.startsWith("file:") ? fileURLToPath(found) : found));
  });
}

/** The most levels of folders that are searched below the folder of a game. */
const MOST_LEVELS = 3;

/** Returns the files at and below a folder, with paths relative to the folder. */
function filesBelow(folder) {
  const files = [];
  const collect = (name, level) => {
    for (const entry of readdirSync(join(folder, name)).sort()) {
      if (files.length === MOST_ITEMS) return;
      const path = name ? `${name}/${entry}` : entry;
      const found = statSync(join(folder, path), { throwIfNoEntry: false });
      if (found?.isFile()) files.push({ name: path, size: found.size, path: join(folder, path) });
      else if (found?.isDirectory() && level < MOST_LEVELS) collect(path, level + 1);
    }
  };
  collect("", 0);
  return files;
}

/** Reads a part of a file. */
function readPart({ file, start, end }) {
  return system(() => {
    const opened = openSync(file.path);
    try {
      const bytes = new Uint8Array(end - start);
      const count = readSync(opened, bytes, 0, bytes.length, start);
      return bytes.subarray(0, count);
    } finally {
      closeSync(opened);
    }
  });
}

/** Checks a path of the caller. */
function checkedPath(path, name) {
  if (typeof path !== "string" || path.includes("\0")) throw wrong(name, path, "a path");
}

Clip.prototype.save = function (path, zoom) {
  checkedPath(path, "Clip.save: path");
  const bytes = this.encode(clipFormatOf(path), zoom);
  system(() => writeFileSync(path, bytes));
};

export function saveSheet(path, clips, options) {
  checkedPath(path, "saveSheet: path");
  if (extname(path).toLowerCase() !== ".png")
    throw wrong("saveSheet: path", path, "a path that ends in .png");
  const { png, json } = encodeSheet(clips, { image: basename(path), ...options });
  system(() => {
    writeFileSync(path, png);
    writeFileSync(path.replace(/\.png$/i, ".json"), json);
  });
}

export function openFolder(path, options) {
  checkedPath(path, "openFolder: path");
  const isFolder = system(() => statSync(path)).isDirectory();
  const files = system(() => filesBelow(isFolder ? path : dirname(path)));
  // The path of a file names the index, unless the options do.
  const named = isFolder ? options : (options ?? { index: basename(path) });
  return openNow(files, named, readPart, "openFolder");
}
