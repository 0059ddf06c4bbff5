// Plays all scenes of the conformance kit with the library, as an engine that uses it would do.
//
//     npm install scumm-wardrobe
//     wardrobe scene check --against-pipe 'node adapter.mjs' KIT
//
// furnish.mjs sets a scene up, steps.mjs performs its steps, and lines.mjs writes its lines.
import { createInterface } from "node:readline";
import { setUp } from "./furnish.mjs";
import { line } from "./lines.mjs";
import { Scene, Skip } from "./scene.mjs";
import { isKnown, run } from "./steps.mjs";

/** Plays a scene and passes each of its lines on. */
function play(scene, tell) {
  setUp(scene);
  if (!scene.framesOnly) tell(line(scene, -1, "setup"));
  (scene.json.steps ?? []).forEach(([op, ...operands], index) => {
    const isSilent = op === "state" || op.startsWith("expect");
    if (!isSilent && !isKnown(op)) throw new Skip(`step ${op}`);
    const draws = op === "tick" || op === "tick_draw";
    const repeats = op === "tick" ? operands[0] : 1;
    for (let n = 0; n < repeats; n++) {
      if (!isSilent) run(scene, op, operands);
      if (n + 1 < repeats && !scene.everyTick) continue;
      if (draws || !scene.framesOnly) tell(line(scene, index, op, draws ? n : undefined));
    }
  });
}

/** Plays the scene of a request and writes the reply. */
function answer(request) {
  const lines = [];
  const tell = (line) => lines.push(line);
  const end = { id: request.id, end: true };
  const scene = new Scene(request.scene, request.dir);
  try {
    play(scene, tell);
  } catch (error) {
    if (error instanceof Skip) tell(JSON.stringify({ skip: error.message }));
    else end.error = String(error);
  }
  scene.free();
  tell(JSON.stringify(end));
  process.stdout.write(lines.join("\n") + "\n");
}

for await (const text of createInterface({ input: process.stdin, crlfDelay: Infinity })) answer(JSON.parse(text));
