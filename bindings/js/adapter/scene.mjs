// The state of a scene that is being played.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Random, Room } from "scumm-wardrobe";

/** A step that the library does not support. The rest of the scene is skipped. */
export class Skip extends Error {}

/** Random numbers and sounds, which a scene sets and saves. */
class World {
  constructor(seed) {
    this.seed(seed);
    this.running = new Set();
  }
  seed(seed) {
    this.chance = new Random(BigInt.asUintN(64, BigInt(seed)));
  }
  random(min, max) {
    return this.chance.random(min, max);
  }
  soundRunning(sound) {
    return this.running.has(sound);
  }
}

export class Scene {
  constructor(json, folder) {
    Object.assign(this, { json, folder, world: new World(json.seed ?? 1), frames: 0, costumes: new Map(), answers: {} });
    this.everyTick = Boolean(json.trace_ticks ?? 1);
    this.allLimbs = Boolean(json.all_limbs ?? 0);
    this.tellsActors = !json.no_state;
    this.framesOnly = json.lines === "ticks";
    this.stateEvery = json.state_every ?? 1;
    this.cycle = json.cycle_jiffies ?? 0;
    this.isNes = json.platform === "nes";
    this.actors = new Map();
  }

  /** Reads a file that the scene names. */
  read(name) {
    return new Uint8Array(readFileSync(join(this.folder, name)));
  }

  /** Reads the room in a file. `parts` names the other files of the room. */
  roomOf(name, parts) {
    const options = {};
    for (const key of ["image", "scripts"]) if (parts[key]) options[key] = this.read(parts[key]);
    if (parts.object_names) options.objectNames = parts.object_names;
    options.number = parts.resource_number ?? parts.number ?? 0;
    return new Room(this.read(name), this.dialect, options);
  }

  actor(number) {
    if (!this.actors.has(number)) this.actors.set(number, this.stage.actor(number));
    return this.actors.get(number);
  }

  /** Frees the resources of the scene. */
  free() {
    for (const held of [...this.actors.values(), ...this.costumes.values(), this.stage, this.game]) held?.free();
  }
}
