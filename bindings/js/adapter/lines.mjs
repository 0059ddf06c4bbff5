// The lines of a scene: what is seen, and the state of all actors that matter.
import * as zlib from "node:zlib";

const NONE = 0xffff;
// The keys of an actor that are its attributes.
const KEYS = [
  "x", "y", "room", "facing", "targetFacing", "moving", "walkbox", "costume", "frame", "needRedraw", "needBgReset", "visible",
  "top", "bottom", "animProgress", "soundPos",
];
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
  return byte;
});

/** The checksum of bytes, after another: Node's own, which is much quicker, where it has one (from 20.15 on). */
export const crc32 = zlib.crc32 ?? ((bytes, crc = 0) => {
  crc = ~crc;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[i]) & 0xff];
  return ~crc >>> 0;
});

export const hex = (number) => number.toString(16).padStart(8, "0");

function crcOf(stage) {
  const frame = stage.front();
  const { width, height, pitch, pixels } = frame;
  let crc = 0;
  if (pitch === width) crc = crc32(pixels.subarray(0, width * height));
  else for (let y = 0; y < height; y++) crc = crc32(pixels.subarray(y * pitch, y * pitch + width), crc);
  frame.free();
  return hex(crc);
}

/** Limbs that play, or all; version 0 has eight of its own. Text is made directly, which is quicker than objects. */
function limbsOf({ dialectInfo: { version, hasAkos, he }, allLimbs }, numbers) {
  let [text, comma] = ["", ""];
  for (let i = 0, at = 32; version && i < 16; i++, at += 8) {
    const frame = numbers[at + 3];
    if (!allLimbs && frame === NONE) continue;
    const [curpos, mode] = [numbers[at], numbers[at + 4]];
    text += `${comma}{"i":${i},"active":${Number(hasAkos ? mode !== 0 : curpos !== NONE)},"curpos":${curpos},"start":${numbers[at + 1]}`;
    text += `,"end":${numbers[at + 2]},"frame":${frame}`;
    if (hasAkos) text += `,"type":${mode}`;
    if (he) text += `,"condOff":${numbers[at + 5]},"jumpOff":${numbers[at + 6]},"jumpCnt":${numbers[at + 7]}`;
    text += "}";
    comma = ",";
  }
  for (let i = 0, at = 163; !version && i < 8; i++, at += 7) {
    const [frame, start, type, curpos, flip, repeat] = numbers.length > 160 ? numbers.subarray(at) : [NONE, NONE, 0, NONE, 0, 0];
    if (!allLimbs && frame === NONE && curpos === NONE) continue;
    const active = Number(curpos !== NONE);
    text += comma + JSON.stringify({ i, active, curpos, start, end: NONE, frame, type, flip, repeat });
    comma = ",";
  }
  return text;
}

function actorLine(scene, actor) {
  const numbers = actor.limbNumbers;
  const { version, hasAkos, he } = scene.dialectInfo;
  let text = `{"id":${actor.id}`;
  for (const key of KEYS) text += `,"${key}":${Number(actor[key])}`;
  text += `,"scale":[${actor.scaleX},${actor.scaleY}],"animCounter":${numbers[1]},"soundCounter":${numbers[2]},"stopped":${numbers[0]}`;
  if (version === 0) {
    const [command, , rounds] = numbers.length > 160 ? numbers.subarray(160) : [255, 0, 0];
    text += `,"command":${command},"animRepeat":${rounds},"speaking":${actor.v0Speaking},"miscFlags":${actor.v0MiscFlags}`;
    text += `,"walkTo":[${actor.v0WalkToX},${actor.v0WalkToY}],"nextBox":${actor.walkCurBox}`;
  }
  if (hasAkos) {
    const variables = {};
    for (let i = 0; i < 27; i++) if (numbers[5 + i]) variables[i] = numbers[5 + i];
    text += `,"flip":${numbers[3]},"animVars":${JSON.stringify(variables)}`;
    if (he) {
      text += `,"heCondMask":${numbers[4]},"heOffs":[${actor.offsetX},${actor.offsetY}],"heTalking":${Number(actor.talking)}`;
      text += `,"heSkipLimbs":${Number(actor.skipLimbs)}`;
    }
  }
  return `${text},"strips":[${actor.strips}],"limbs":[${limbsOf(scene, numbers)}]}`;
}

/** What is seen after a step, and the state of the actors that matter, as text. */
export function line(scene, step, op, n) {
  scene.dialectInfo ??= (({ version, hasAkos, he }) => ({ version, hasAkos, he }))(scene.dialect);
  const line = n === undefined ? { step, op } : { step, op, n };
  Object.assign(line, { crc: crcOf(scene.stage) }, scene.answers);
  scene.answers = {};
  const last = Math.max(scene.frames - 1, 0);
  let actors = "";
  if (scene.tellsActors && (scene.stateEvery === 1 || (n !== undefined && last % scene.stateEvery === 0))) {
    // The stage has the same actors all the time.
    scene.cast ??= [...scene.stage.actorNumbers].filter(Boolean).map((id) => scene.actor(id));
    const seen = scene.cast.filter((actor) => actor.costume || actor.visible || actor.room);
    actors = `,"actors":[${seen.map((actor) => actorLine(scene, actor)).join()}]`;
  }
  const [sounds, queue] = [[], []];
  for (const event of scene.stage.events()) {
    const { kind, id, channel, flags, command, actor, p1, p2 } = event;
    if (kind === "Sound") sounds.push({ via: event.queue === 2 ? "queue2" : "queue", id, channel, flags });
    if (kind === "AkosCommand") queue.push({ cmd: command, actor, p1, p2 });
  }
  if (sounds.length) line.sounds = sounds;
  if (queue.length) line.akosQueue = queue;
  return `${JSON.stringify(line).slice(0, -1)}${actors}}`;
}
