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

/** Limbs that play, or all; version 0 has eight of its own. */
function limbsOf(scene, numbers) {
  const { version, hasAkos, he } = scene.dialectInfo;
  const lines = [];
  for (let i = 0, at = 32; version && i < 16; i++, at += 8) {
    const frame = numbers[at + 3];
    if (!scene.allLimbs && frame === NONE) continue;
    const active = Number(hasAkos ? numbers[at + 4] !== 0 : numbers[at] !== NONE);
    const line = { i, active, curpos: numbers[at], start: numbers[at + 1], end: numbers[at + 2], frame };
    if (hasAkos) line.type = numbers[at + 4];
    if (he) Object.assign(line, { condOff: numbers[at + 5], jumpOff: numbers[at + 6], jumpCnt: numbers[at + 7] });
    lines.push(line);
  }
  for (let i = 0, at = 163; !version && i < 8; i++, at += 7) {
    const [frame, start, type, curpos, flip, repeat] = numbers.length > 160 ? numbers.subarray(at) : [NONE, NONE, 0, NONE, 0, 0];
    if (!scene.allLimbs && frame === NONE && curpos === NONE) continue;
    lines.push({ i, active: Number(curpos !== NONE), curpos, start, end: NONE, frame, type, flip, repeat });
  }
  return lines;
}

function actorLine(scene, actor) {
  const numbers = actor.limbNumbers;
  const [stopped, animCounter, soundCounter, flip, heCondMask] = numbers;
  const { version, hasAkos, he } = scene.dialectInfo;
  const line = { id: actor.id };
  for (const key of KEYS) line[key] = Number(actor[key]);
  line.scale = [actor.scaleX, actor.scaleY];
  Object.assign(line, { animCounter, soundCounter, stopped });
  if (version === 0) {
    const [command, , animRepeat] = numbers.length > 160 ? numbers.subarray(160) : [255, 0, 0];
    Object.assign(line, {
      command, animRepeat, speaking: actor.v0Speaking, miscFlags: actor.v0MiscFlags,
      walkTo: [actor.v0WalkToX, actor.v0WalkToY], nextBox: actor.walkCurBox,
    });
  }
  if (hasAkos) {
    line.flip = flip;
    line.animVars = {};
    for (let i = 0; i < 27; i++) if (numbers[5 + i]) line.animVars[i] = numbers[5 + i];
    if (he) {
      Object.assign(line, {
        heCondMask, heOffs: [actor.offsetX, actor.offsetY], heTalking: Number(actor.talking), heSkipLimbs: Number(actor.skipLimbs),
      });
    }
  }
  line.strips = [...actor.strips];
  line.limbs = limbsOf(scene, numbers);
  return line;
}

/** What is seen after a step, and the state of the actors that matter. */
export function line(scene, step, op, n) {
  const { version, hasAkos, he } = scene.dialect;
  scene.dialectInfo ??= { version, hasAkos, he };
  const line = n === undefined ? { step, op } : { step, op, n };
  Object.assign(line, { crc: crcOf(scene.stage) }, scene.answers);
  scene.answers = {};
  const last = Math.max(scene.frames - 1, 0);
  if (scene.tellsActors && (scene.stateEvery === 1 || (n !== undefined && last % scene.stateEvery === 0))) {
    const actors = [...scene.stage.actorNumbers].filter(Boolean).map((id) => scene.actor(id));
    line.actors = actors.filter((actor) => actor.costume || actor.visible || actor.room).map((actor) => actorLine(scene, actor));
  }
  const [sounds, queue] = [[], []];
  for (const event of scene.stage.events()) {
    const { kind, id, channel, flags, command, actor, p1, p2 } = event;
    if (kind === "Sound") sounds.push({ via: event.queue === 2 ? "queue2" : "queue", id, channel, flags });
    if (kind === "AkosCommand") queue.push({ cmd: command, actor, p1, p2 });
  }
  if (sounds.length) line.sounds = sounds;
  if (queue.length) line.akosQueue = queue;
  return line;
}
