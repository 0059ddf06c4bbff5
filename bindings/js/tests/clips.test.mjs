// Tests of clips, and of the contents of games, rooms and costumes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import * as wardrobe from "scumm-wardrobe";

const root = process.env.WARDROBE_ROOT;
const demo = join(root, "data/demo/built");
const game = wardrobe.openFolder(demo);
const costume = game.costume(1);
const room = game.room(game.home(1));
const walk = costume.play("walk", 90, room.palette());

test("a clip has frames, durations, an origin and a loop", () => {
  assert.equal(walk.name, "walk-east");
  assert.deepEqual([walk.chore, walk.facing, walk.complete], [2, 90, true]);
  assert.ok(walk.frames.length > 2);
  assert.ok(walk.loopFrom >= 0 && walk.loopFrom < walk.frames.length);
  let tick = 0;
  for (const { firstTick, ticks, duration, cels } of walk.frames) {
    assert.equal(firstTick, tick);
    tick += ticks;
    assert.ok(Math.abs(duration - 100 * ticks) <= 1, duration);
    assert.ok(cels.length > 1, "the head and the body");
    for (const { cel } of cels) assert.ok(costume.cels.some(({ number }) => number === cel));
  }
  assert.ok(walk.originX > 0 && walk.originX < walk.width);
  assert.ok(walk.originY > walk.height / 2);
  assert.deepEqual(walk.faults, []);
  assert.deepEqual(walk.palette, room.palette());
});

test("the pictures of a clip are opaque where the costume drew a pixel", () => {
  for (const index of walk.frames.keys()) {
    const { width, height, pixels } = walk.pixels(index);
    assert.deepEqual([width, height], [walk.width, walk.height]);
    const rgba = walk.rgba(index);
    assert.ok(rgba instanceof Uint8ClampedArray);
    assert.equal(rgba.length, 4 * width * height);
    assert.ok(pixels.some((pixel) => pixel === walk.transparent));
    assert.ok(pixels.some((pixel) => pixel !== walk.transparent));
    pixels.forEach((pixel, i) => {
      const [red, green, blue, alpha] = rgba.subarray(4 * i, 4 * i + 4);
      if (pixel === walk.transparent) assert.equal(alpha, 0);
      else assert.deepEqual([red, green, blue, alpha], [...walk.palette.subarray(3 * pixel, 3 * pixel + 3), 255]);
    });
  }
  assert.throws(() => walk.rgba(walk.frames.length), { code: "not_found" });
  assert.throws(() => walk.pixels(walk.frames.length), { code: "not_found" });
});

test("a clip may be named by its use or its number, and takes options", () => {
  assert.equal(costume.play(2, 90).name, walk.name);
  assert.notDeepEqual(costume.play(2, 90).palette, new Uint8Array(768));
  assert.throws(() => costume.play("dance", 90), { code: "misuse" });
  assert.throws(() => costume.play(99, 90), { code: "misuse" });
  assert.throws(() => costume.play(2, 90, new Uint8Array(3)), { code: "size" });
  assert.throws(() => costume.play(2, 90, null, { ticks: 0 }), { code: "misuse" });
  const slow = costume.play(2, 90, null, { animSpeed: 3, jiffies: 12 });
  assert.equal(slow.frames[0].duration >= 3 * walk.frames[0].duration, true);
  const small = costume.play(2, 90, null, { scaleX: 128, scaleY: 128 });
  assert.ok(small.height < walk.height && small.width <= walk.width);
  const none = costume.play(2, 90, null, { limbs: 0 });
  assert.deepEqual([none.width, none.height], [0, 0]);
  assert.throws(() => none.encode("gif"), { code: "misuse" });
});

/** Returns width and height of a GIF or a PNG. */
function sizeOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (bytes[0] === 0x47) return [view.getUint16(6, true), view.getUint16(8, true)];
  return [view.getUint32(16), view.getUint32(20)];
}

test("a clip is encoded as GIF and as animated PNG", () => {
  const text = (bytes) => Buffer.from(bytes).toString("latin1");
  for (const zoom of [undefined, 1, 3]) {
    const [gif, apng] = [walk.encode("gif", zoom), walk.encode("apng", zoom)];
    assert.match(text(gif), /^GIF89a/);
    assert.match(text(apng), /^\x89PNG[^]*acTL[^]*fcTL/);
    for (const bytes of [gif, apng]) assert.deepEqual(sizeOf(bytes), [walk.width * (zoom ?? 1), walk.height * (zoom ?? 1)]);
  }
  for (const zoom of [0, 9]) assert.throws(() => walk.encode("gif", zoom), { code: "misuse" });
  assert.throws(() => walk.encode("bmp"), { code: "misuse" });
});

/** Returns red, green and blue, or the palette index, of each pixel of a PNG with 8 bits. */
function unpacked(png) {
  const view = new DataView(png.buffer, png.byteOffset);
  const parts = [];
  for (let at = 8; at < png.length; at += view.getUint32(at) + 12)
    if (Buffer.from(png.subarray(at + 4, at + 8)).toString() === "IDAT") parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  return inflateSync(Buffer.concat(parts));
}

test("the pictures of clips are arranged on a sheet with JSON", () => {
  const clips = [walk, costume.play("stand", 90, room.palette())];
  const { png, json } = wardrobe.encodeSheet(clips, { image: "mara.png" });
  const { frames, meta } = JSON.parse(json);
  const [width, height] = sizeOf(png);
  assert.equal(meta.image, "mara.png");
  assert.deepEqual(meta.size, { w: width, h: height });
  const places = Array.isArray(frames) ? frames : Object.values(frames);
  assert.ok(places.length >= walk.frames.length);
  for (const { frame } of places) assert.ok(frame.x + frame.w <= width && frame.y + frame.h <= height);
  assert.ok(unpacked(png).some(Boolean));
  assert.deepEqual(sizeOf(wardrobe.encodeSheet(clips, { zoom: 2 }).png), [2 * width, 2 * height]);
  assert.equal(JSON.parse(wardrobe.encodeSheet(clips).json).meta.image, "sheet.png");
  // The clips can still be used.
  assert.equal(clips[1].name, "stand-east");
  const throws = (act) => assert.throws(act, { code: "misuse" });
  throws(() => wardrobe.encodeSheet([]));
  throws(() => wardrobe.encodeSheet([walk, {}]));
  throws(() => wardrobe.encodeSheet(walk));
  throws(() => wardrobe.encodeSheet(clips, { zom: 2 }));
  throws(() => wardrobe.encodeSheet([walk, game.costume(2).play("walk", 90, room.palette())]));
  const freed = costume.play("walk", 90);
  freed.free();
  throws(() => wardrobe.encodeSheet([freed]));
});

test("Node writes clips and sheets as files", () => {
  const folder = mkdtempSync(join(tmpdir(), "wardrobe-"));
  try {
    const path = (name) => join(folder, name);
    for (const [name, format] of [["a.gif", "gif"], ["a.PNG", "apng"], ["a.apng", "apng"]]) {
      walk.save(path(name), 2);
      assert.deepEqual(new Uint8Array(readFileSync(path(name))), walk.encode(format, 2));
    }
    wardrobe.saveSheet(path("mara.png"), [walk]);
    assert.equal(JSON.parse(readFileSync(path("mara.json"), "utf8")).meta.image, "mara.png");
    assert.throws(() => walk.save(path("a.bmp")), { code: "misuse" });
    assert.throws(() => walk.save(5), { code: "misuse" });
    assert.throws(() => walk.save(path("no/a.gif")), { code: "io" });
    assert.throws(() => wardrobe.saveSheet(path("mara.gif"), [walk]), { code: "misuse" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the program of the document makes its files", () => {
  const text = readFileSync(join(root, "docs/javascript.md"), "utf8");
  const program = text.split("## Animations")[1].split("```js\n")[1].split("```")[0];
  const folder = mkdtempSync(join(tmpdir(), "wardrobe-"));
  // A module finds the package by its own path.
  const file = join(fileURLToPath(new URL(".", import.meta.url)), "clip-program.mjs");
  try {
    writeFileSync(file, program.replace('"data/demo/built"', JSON.stringify(demo)));
    const said = execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
    assert.equal(said.trim().split("\n").length, walk.frames.length);
    assert.deepEqual(readdirSync(folder).sort(), ["walk-sheet.json", "walk-sheet.png", "walk.gif"]);
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, "walk.gif"))), walk.encode("gif", 3));
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(file, { force: true });
  }
});

test("a room has its picture, palettes, planes, boxes and objects", () => {
  assert.deepEqual([room.width, room.height, room.planeCount], [560, 200, 2]);
  const { width, height, pixels } = room.pixels;
  assert.deepEqual([width, height], [560, 200]);
  assert.ok(new Set(pixels).size > 8);
  assert.equal(room.palette().length, 768);
  assert.deepEqual(room.palette(0), room.palette());
  assert.throws(() => room.palette(room.paletteCount), { code: "not_found" });
  for (let number = 1; number <= room.planeCount; number++) {
    const plane = room.plane(number);
    assert.deepEqual([plane.width, plane.height], [560, 200]);
    assert.ok(plane.pixels.some(Boolean) && plane.pixels.some((pixel) => !pixel));
  }
  for (const number of [0, 3]) assert.throws(() => room.plane(number), { code: "not_found" });
  assert.equal(room.boxes.length, 14);
  for (const { ul, ur, lr, ll, scale } of room.boxes) {
    for (const corner of [ul, ur, lr, ll]) assert.equal(corner.length, 2);
    assert.equal(typeof scale, "number");
  }
  const stage = game.stage(1);
  stage.setBoxes(room.boxes);
  assert.equal(stage.boxCount, room.boxes.length);
  const [object] = room.objects;
  assert.ok(object.number && object.width && object.height);
  assert.ok(object.x >= 0 && object.x + object.width <= 560);
});

test("the picture of a room is the background of its stage", () => {
  const stage = game.stage(1);
  stage.tick();
  const back = stage.back();
  const left = stage.viewStart;
  const background = room.pixels;
  // The rows above all objects, which are drawn over the background.
  const rows = Math.min(...room.objects.map(({ y }) => y));
  assert.ok(rows > 0);
  for (let y = 0; y < rows; y++) {
    const start = y * background.width + left;
    assert.deepEqual(back.pixels.subarray(y * 320, y * 320 + 320), background.pixels.subarray(start, start + 320));
  }
});

test("casts, lists, contents and findings are plain values with documented keys", () => {
  const types = readFileSync(fileURLToPath(new URL("./classes.d.ts", import.meta.resolve("scumm-wardrobe"))), "utf8");
  const cast = game.cast();
  assert.deepEqual(cast.costumes.map((one) => one.costume), [1, 2, 3]);
  for (const { costume, colours_of } of cast.costumes) assert.equal(game.home(costume), colours_of);
  const list = game.list();
  assert.deepEqual(list.rooms.map(({ id, name }) => [id, name]), [[1, "harbour"], [2, "shop"]]);
  const info = game.info(1, true);
  assert.equal(info.cels.length, costume.cels.length);
  assert.ok(info.code.length > 10);
  assert.equal(costume.info().code, undefined);
  assert.equal(costume.info().cel_count, info.cel_count);
  /** Checks that the types contain all keys. Identities are not typed. */
  const check = (value) => {
    if (Array.isArray(value)) return value.forEach(check);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      assert.match(types, new RegExp(`\\b${key}\\??: `), key);
      if (key !== "identity" && key !== "palette") check(inner);
    }
  };
  for (const value of [cast, list, info, game.lint(), walk.frames, walk.cues, room.objects, room.boxes]) check(value);
  assert.throws(() => game.info(99), { code: "not_found" });
  assert.throws(() => game.home(99), { code: "not_found" });
});

test("a game whose scripts name no actor furnishes no room", () => {
  const stage = game.stage(1);
  const before = stage.save();
  assert.deepEqual([...game.furnish(stage)], game.cast().rooms);
  assert.deepEqual(stage.save(), before);
  stage.free();
  for (const wrong of [stage, game, undefined]) assert.throws(() => game.furnish(wrong), { code: "misuse" });
});

test("accidents of the original engine are switched off by name", () => {
  const { dialect } = game;
  assert.ok(dialect.quirks.includes("tall_cel_vanishes") && dialect.quirks.length > 10);
  const tidy = dialect.withoutQuirks("tall_cel_vanishes", "cut_redraws");
  assert.equal(tidy.quirks.length, dialect.quirks.length - 2);
  assert.deepEqual(dialect.withoutQuirks().quirks, []);
  for (const wrong of ["TALL_CEL_VANISHES", 2, undefined])
    assert.throws(() => dialect.withoutQuirks(wrong), { code: "misuse" });
  // C46: row 256 and those below it.
  const shown = [dialect, tidy].map((one) => {
    const costume = new wardrobe.Costume(game.costumeData(1), one);
    const limbs = new wardrobe.Limbs(), pixels = new Uint8Array(320 * 400);
    costume.start(limbs, 180, 1);
    const target = { width: 320, height: 400 };
    costume.draw(limbs, { x: 160, y: 390 }, new wardrobe.Renderer(), pixels, target);
    return pixels.some((pixel) => pixel !== 0);
  });
  assert.deepEqual(shown, [false, true]);
});

test("lint finds damage in a costume of a game, in all and in a block", () => {
  assert.deepEqual(game.lint(), [1, 2, 3].flatMap((number) => game.lint(number)));
  const data = game.costumeData(1);
  const { dialect } = game;
  const sound = wardrobe.lint(data, dialect);
  assert.deepEqual(sound.map(({ rule }) => rule), game.lint(1).map(({ rule }) => rule));
  const damaged = data.slice(0, data.length / 2);
  const found = wardrobe.lint(damaged, dialect);
  assert.ok(found.some(({ severity, costume }) => severity === "error" && costume === null));
  assert.match(wardrobe.lint(new Uint8Array(3), dialect)[0].what, /./);
});

test("a trace of a stage says which actor, limb and cel drew a pixel", () => {
  const stage = game.stage(1);
  const actor = stage.actor(1);
  actor.setCostume(1);
  actor.put(60, 120, 1);
  assert.throws(() => stage.writes(1, 1), { code: "misuse", message: /start_?[tT]race/ });
  assert.throws(() => stage.trace(), { code: "misuse" });
  stage.startTrace();
  for (let i = 0; i < 3; i++) stage.tick();
  const trace = stage.trace();
  assert.equal(trace.length, 12 * stage.width * stage.height);
  const shown = actor.shownCels();
  assert.ok(shown.length > 1);
  let drawn = 0;
  for (let at = 0; at < trace.length; at += 12) {
    const [low, high, limb, , cel] = trace.subarray(at, at + 5);
    if (limb === 255) continue;
    drawn++;
    assert.equal(low + 256 * high, 1);
    assert.ok(shown.some((one) => one.limb === limb && one.cel === cel));
    const [x, y] = [(at / 12) % stage.width, Math.floor(at / 12 / stage.width)];
    const write = stage.writes(x, y).findLast(({ hidden }) => !hidden);
    assert.deepEqual([write.actor, write.limb, write.cel, write.screenColour], [1, limb, cel, trace[at + 11]]);
    assert.equal(stage.pixels[y * stage.pitch + x], write.result);
  }
  assert.ok(drawn > 100);
  assert.deepEqual(stage.writes(0, 0), []);
  stage.stopTrace();
  assert.throws(() => stage.trace(), { code: "misuse" });
});

test("a trace of a renderer says which limb and cel drew a pixel", () => {
  const limbs = new wardrobe.Limbs();
  costume.start(limbs, 180, 1);
  costume.start(limbs, 180, 3);
  const renderer = new wardrobe.Renderer();
  const pixels = new Uint8Array(320 * 144);
  assert.throws(() => renderer.writes(0, 0), { code: "misuse" });
  renderer.startTrace();
  costume.draw(limbs, { x: 60, y: 120, actor: 9 }, renderer, pixels, { width: 320, height: 144 });
  const shown = costume.shownCels(limbs);
  const at = pixels.findIndex(Boolean);
  const [write] = renderer.writes(at % 320, Math.floor(at / 320));
  assert.equal(write.actor, 9);
  assert.equal(write.result, pixels[at]);
  assert.ok(shown.some(({ limb, cel }) => limb === write.limb && cel === write.cel));
  const { width, pixels: cel } = costume.celPixels(write.cel);
  assert.equal(cel[write.row * width + write.column], write.colour);
});

test("a saved state is small, and readable on request", () => {
  const stage = game.stage(1);
  stage.tick();
  const [compact, readable] = [stage.save(), stage.save(true)];
  assert.ok(compact.length < 60000, compact.length);
  assert.ok(compact.length * 4 < readable.length, `${compact.length} ${readable.length}`);
  assert.equal(typeof JSON.parse(Buffer.from(readable).toString()), "object");
  const twin = game.stage(1);
  for (const bytes of [compact, readable]) {
    twin.tick();
    twin.restore(bytes);
    assert.deepEqual(twin.save(), compact);
  }
  const damaged = compact.slice();
  damaged[compact.length >> 1] ^= 1;
  for (const bytes of [damaged, compact.slice(0, 100), compact.slice(0, -1)])
    assert.throws(() => twin.restore(bytes), { code: "malformed", message: /damaged|cut|state/i });
  const limbs = new wardrobe.Limbs();
  costume.start(limbs, 180, 1);
  const other = new wardrobe.Limbs();
  for (const bytes of [limbs.save(), limbs.save(true)]) {
    other.restore(bytes);
    assert.deepEqual(other.state, limbs.state);
  }
});
