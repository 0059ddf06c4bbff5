// Plays scenes in WebAssembly under Node: node scenes.js MODULE LIST. LIST is a file with the path
// of one scene in each line. The lines of a scene are written to `PATH.wasm`. If the scene cannot
// be played, this file contains the error.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const [module_, list] = process.argv.slice(2);
const { sceneLines } = require(path.resolve(module_));
for (const file of fs.readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const read = (name) => new Uint8Array(fs.readFileSync(path.join(path.dirname(file), name)));
  let lines;
  try {
    lines = sceneLines(file, fs.readFileSync(file, "utf8"), read);
  } catch (error) {
    lines = `error: ${error.message}\n`;
  }
  fs.writeFileSync(`${file}.wasm`, lines);
}
