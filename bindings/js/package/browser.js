import { MOST_ITEMS, wrong } from "./arguments.js";
import { load } from "./load.js";
import { openBlobs } from "./open.js";

export * from "./common.js";

export function init(source) {
  return load(() => source ?? new URL("./wardrobe_js_bg.wasm", import.meta.url));
}

/** The most levels of folders that are searched below the dropped files and folders. */
const MOST_LEVELS = 4;

export async function openDrop(event, options) {
  const items = event?.dataTransfer?.items;
  if (!items) throw wrong("openDrop: event", event, "the event of a drop");
  event.preventDefault();
  // The items are empty after the event, so all of them are taken before the first `await`.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter(Boolean);
  const pairs = [];
  for (const entry of entries) await collect(entry, 0, pairs);
  return openBlobs(pairs, options, "openDrop");
}

/** Adds the files at and below an entry of a drop. */
async function collect(entry, level, pairs) {
  if (pairs.length >= MOST_ITEMS) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    pairs.push([entry.fullPath.replace(/^\//, ""), file]);
    return;
  }
  if (level === MOST_LEVELS) return;
  const reader = entry.createReader();
  for (;;) {
    // A reader returns the entries of a folder in groups; the last group is empty.
    const group = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (group.length === 0) return;
    for (const inner of group) await collect(inner, level + 1, pairs);
  }
}
