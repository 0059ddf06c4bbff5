// Writes the lines of a scene: JSON with the checksum of the picture and the state of all actors
// that take part.
import { actorColumns } from "scumm-wardrobe";
import { crcOf, hex } from "./sums.mjs";

const NONE = 0xffff;
// The fields of an actor that have the same name in a line and in the library, with their indices
// in a row of `Stage.actorRows`.
const KEYS = [
  "x", "y", "room", "facing", "targetFacing", "moving", "walkbox", "costume", "frame", "needRedraw", "needBgReset", "visible",
  "top", "bottom", "animProgress", "soundPos",
].map((key) => [`,"${key}":`, actorColumns[key]]);
const { length, strips, id, limbs, scaleX, scaleY, flip, conditionMask, offsetX, offsetY, talking, skipLimbs } = actorColumns;
const { v0Speaking, v0MiscFlags, v0WalkToX, v0WalkToY, walkCurBox } = actorColumns;
const [VARIABLES, LIMBS, V0] = [limbs + 5, limbs + 32, limbs + 160];

// Builds JSON text directly, because this is faster than building objects. Returns the limbs that
// play, or all limbs if the scene wants all.

function limbsOf({ hasAkos, he, allLimbs }, row) {
  let [text, comma] = ["", ""];
  for (let i = 0, limb = LIMBS; i < 16; i++, limb += 8) {
    const frame = row[limb + 3];
    if (!allLimbs && frame === NONE) continue;
    const [curpos, mode] = [row[limb], row[limb + 4]];
    const active = hasAkos ? mode !== 0 : curpos !== NONE;
    text += `${comma}{"i":${i},"active":${active ? 1 : 0},"curpos":${curpos},"start":${row[limb + 1]},"end":${row[limb + 2]}`;
    text += `,"frame":${frame}`;
    if (hasAkos) text += `,"type":${mode}`;
    if (he) text += `,"condOff":${row[limb + 5]},"jumpOff":${row[limb + 6]},"jumpCnt":${row[limb + 7]}`;
    text += "}";
    comma = ",";
  }
  return text;
}

/**
 * Returns the eight limbs of version 0. The row contains these limbs only after the first operation
 * that uses the state of version 0. Before that operation, their initial values are returned.
 */
function v0LimbsOf({ allLimbs }, row) {
  const lines = [];
  for (let i = 0; i < 8; i++) {
    const none = [NONE, NONE, 0, NONE, 0, 0];
    const [frame, start, type, curpos, flip, repeat] = row[strips] > V0 ? row.subarray(V0 + 3 + 7 * i) : none;
    if (!allLimbs && frame === NONE && curpos === NONE) continue;
    lines.push({ i, active: Number(curpos !== NONE), curpos, start, end: NONE, frame, type, flip, repeat });
  }
  return JSON.stringify(lines).slice(1, -1);
}

/** Returns the state of an actor as JSON text; empty text for actor 0. */
function actorLine(scene, row) {
  if (row[id] === 0) return "";
  const { version, hasAkos, he } = scene;
  let text = `{"id":${row[id]}`;
  for (const [key, place] of KEYS) text += key + row[place];
  text += `,"scale":[${row[scaleX]},${row[scaleY]}],"animCounter":${row[limbs + 1]},"soundCounter":${row[limbs + 2]}`;
  text += `,"stopped":${row[limbs]}`;
  if (version === 0) {
    const [command, , rounds] = row[strips] > V0 ? row.subarray(V0) : [255, 0, 0];
    text += `,"command":${command},"animRepeat":${rounds},"speaking":${row[v0Speaking]},"miscFlags":${row[v0MiscFlags]}`;
    text += `,"walkTo":[${row[v0WalkToX]},${row[v0WalkToY]}],"nextBox":${row[walkCurBox]}`;
  }
  if (hasAkos) {
    const variables = {};
    for (let i = 0, place = VARIABLES; i < 27; i++, place++) if (row[place]) variables[i] = row[place];
    text += `,"flip":${row[flip]},"animVars":${JSON.stringify(variables)}`;
    if (he) {
      text += `,"heCondMask":${row[conditionMask]},"heOffs":[${row[offsetX]},${row[offsetY]}],"heTalking":${row[talking]}`;
      text += `,"heSkipLimbs":${row[skipLimbs]}`;
    }
  }
  text += `,"strips":[${row.subarray(row[strips])}],"limbs":[`;
  return `${text}${version ? limbsOf(scene, row) : v0LimbsOf(scene, row)}]}`;
}

function actorsOf(scene) {
  // Most actors have not changed since the last line. Therefore the rows of the last line are kept
  // as bytes, with the byte offset and the JSON text of each row.
  const kept = (scene.kept ??= { bytes: Buffer.alloc(0), starts: [0], texts: [], text: ',"actors":[]' });
  const rows = scene.stage.actorRows;
  const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
  const isKept = (from, to, oldFrom, oldTo) => kept.bytes.compare(bytes, from, to, oldFrom, oldTo) === 0;
  if (isKept(0, bytes.length, 0, kept.starts.at(-1))) return kept.text;
  const [starts, texts] = [[0], []];
  for (let from = 0, i = 0; from < rows.length; i++) {
    const end = from + rows[from + length];
    const known = i < kept.texts.length && isKept(from * 8, end * 8, kept.starts[i], kept.starts[i + 1]);
    texts.push(known ? kept.texts[i] : actorLine(scene, rows.subarray(from, end)));
    starts.push(end * 8);
    from = end;
  }
  if (bytes.length > kept.bytes.length) kept.bytes = Buffer.alloc(2 * bytes.length);
  kept.bytes.set(bytes);
  Object.assign(kept, { starts, texts, text: `,"actors":[${texts.filter(Boolean).join()}]` });
  return kept.text;
}

function told(scene) {
  const [sounds, queue] = [[], []];
  for (const event of scene.stage.events()) {
    const { queue: via, channel, flags, command: cmd, actor, p1, p2 } = event;
    if (event.kind === "Sound") sounds.push({ via: via === 2 ? "queue2" : "queue", id: event.id, channel, flags });
    if (event.kind === "AkosCommand") queue.push({ cmd, actor, p1, p2 });
  }
  return (sounds.length ? `,"sounds":${JSON.stringify(sounds)}` : "") + (queue.length ? `,"akosQueue":${JSON.stringify(queue)}` : "");
}

/**
 * Returns the line of a step as JSON text: the checksum of the picture, the state of the actors
 * that take part, and, since the last line, the values that steps returned, the sounds and the
 * commands.
 */
export function line(scene, step, op, n) {
  let text = `{"step":${step},"op":${JSON.stringify(op)}${n === undefined ? "" : `,"n":${n}`},"crc":"${hex(crcOf(scene.stage))}"`;
  for (const [key, answer] of Object.entries(scene.answers)) text += `,"${key}":${JSON.stringify(answer)}`;
  scene.answers = {};
  const last = Math.max(scene.frames - 1, 0);
  const tells = scene.stateEvery === 1 || (n !== undefined && last % scene.stateEvery === 0);
  if (scene.tellsActors && tells) text += actorsOf(scene);
  return `${text}${told(scene)}}`;
}
