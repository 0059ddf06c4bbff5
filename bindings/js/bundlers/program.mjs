// The program for Node that the tests bundle: writes the result.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { play } from "./app.mjs";

play((name) => readFile(join(process.env.DEMO, name))).then(console.log);
