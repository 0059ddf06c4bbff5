// Tests of the installed package: cargo xtask js test.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as wardrobe from "scumm-wardrobe";
import { crc32 } from "../adapter/sums.mjs";

const root = process.env.WARDROBE_ROOT;
const demo = join(root, "data/demo/built");
const here = fileURLToPath(new URL(".", import.meta.url));
const costumeFile = (name) => new Uint8Array(readFileSync(join(root, "data/scene-costumes", name)));

function walking(ticks) {
  const stage = wardrobe.openFolder(demo).stage(1);
  const actor = stage.actor(1);
  const world = new wardrobe.Random(1);
  actor.setCostume(1);
  actor.put(60, 120, 1);
  actor.walk(200, 125);
  for (let i = 0; i < ticks; i++) stage.tick(world);
  return { stage, actor, world };
}

function draw(pixels, target, look = {}) {
  const costume = new wardrobe.Costume(costumeFile("doll-v5.cost"), new wardrobe.Dialect(5));
  const limbs = new wardrobe.Limbs();
  costume.start(limbs, 180, 1);
  return costume.draw(limbs, { x: 60, y: 120, ...look }, new wardrobe.Renderer(), pixels, target);
}

test("a game has a description, a dialect and numbers", () => {
  const game = wardrobe.openFolder(demo);
  assert.deepEqual([...game.rooms], [1, 2]);
  assert.deepEqual([...game.costumes], [1, 2, 3]);
  assert.equal(game.dialect.version, 5);
  assert.match(game.description, /v5/);
});

/** Creates a file as a page receives it. `folder` is the folder that the user has chosen. */
function pageFile(name, bytes, folder) {
  const webkitRelativePath = folder ? `${folder}/${name}` : "";
  return Object.assign(new Blob([bytes]), { name, webkitRelativePath });
}
const demoFiles = (folder) =>
  ["wardrobe.000", "wardrobe.001"].map((name) => pageFile(name, readFileSync(join(demo, name)), folder));

/** Calls `act` and returns the names of the files of which parts are read meanwhile. */
async function filesRead(act) {
  const { slice } = Blob.prototype;
  const names = new Set();
  Blob.prototype.slice = function (...range) {
    names.add(this.name);
    return slice.apply(this, range);
  };
  try {
    await act();
  } finally {
    Blob.prototype.slice = slice;
  }
  return [...names].sort();
}

test("only the files of a page that a game needs are read", async () => {
  const others = ["monster.sou", "video.dat", "readme.txt"].map((name) => pageFile(name, new Uint8Array(1000)));
  let game;
  const read = await filesRead(async () => (game = await wardrobe.openFiles([...others, ...demoFiles()])));
  assert.deepEqual(read, ["wardrobe.000", "wardrobe.001"]);
  assert.deepEqual([...game.costumes], [1, 2, 3]);
  const stage = game.stage(1);
  const twin = wardrobe.openFolder(demo).stage(1);
  for (const of of [stage, twin]) of.tick();
  assert.deepEqual(stage.copyFrame(), twin.copyFrame());
});

test("one of several games is chosen by its index", async () => {
  const files = [...demoFiles("one"), ...demoFiles("two")];
  const refuses = (act, code, message) => assert.rejects(act, { code, message });
  await refuses(() => wardrobe.openFiles(files), "misuse", /several games .*one\/wardrobe\.000, two\/wardrobe\.000/);
  await refuses(() => wardrobe.openFiles(files, { index: "wardrobe.000" }), "misuse", /several games/);
  await refuses(() => wardrobe.openFiles(files, { index: "three/wardrobe.000" }), "not_found", /"three\/wardrobe\.000"/);
  await refuses(() => wardrobe.openFiles(files, { index: 5 }), "misuse", /options\.index/);
  const { costumes } = await wardrobe.openFiles(files, { index: "two/wardrobe.000" });
  assert.deepEqual([...costumes], [1, 2, 3]);
  const inMemory = {};
  for (const folder of ["one", "two"])
    for (const name of ["wardrobe.000", "wardrobe.001"]) inMemory[`${folder}/${name}`] = new Uint8Array(readFileSync(join(demo, name)));
  assert.throws(() => new wardrobe.Game(inMemory), { code: "misuse" });
  assert.deepEqual([...new wardrobe.Game(inMemory, { index: "one/wardrobe.000" }).costumes], [1, 2, 3]);
});

/** Returns a zip archive with files that are not compressed. */
function zipped(files) {
  const [parts, list] = [[], []];
  let at = 0;
  for (const [name, bytes] of files) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(bytes.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    // The end of an entry of the directory: the position of the file.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.from("PK\x01\x02\x14\0"), head, place, Buffer.from(name));
    const part = Buffer.concat([Buffer.from("PK\x03\x04"), head, Buffer.from(name), bytes]);
    parts.push(part);
    at += part.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}

test("a zip archive with a game is opened", async () => {
  const files = ["wardrobe.000", "wardrobe.001"].map((name) => [name, readFileSync(join(demo, name))]);
  const archive = zipped([...files, ["notes.txt", Buffer.from("text")]]);
  const { costumes } = await wardrobe.openFiles([pageFile("games.zip", archive)]);
  assert.deepEqual([...costumes], [1, 2, 3]);
  await assert.rejects(wardrobe.openFiles([pageFile("games.zip", archive.subarray(0, 5000))]), { code: "not_found" });
});

test("files without a game are not found, and a file that cannot be read is an error", async () => {
  await assert.rejects(wardrobe.openFiles([pageFile("a.txt", "text")]), { code: "not_found" });
  await assert.rejects(wardrobe.openFiles([]), { code: "not_found" });
  await assert.rejects(wardrobe.openFiles([new Blob(["x"])]), { code: "misuse", message: /the name of a file/ });
  for (const files of [undefined, 5, [1], ["x"], [{}]]) await assert.rejects(wardrobe.openFiles(files), { code: "misuse" });
  const changed = demoFiles();
  const { arrayBuffer } = Blob.prototype;
  Blob.prototype.arrayBuffer = () => Promise.reject(new Error("the file has changed"));
  try {
    await assert.rejects(wardrobe.openFiles(changed), { code: "io", message: /wardrobe\.000: the file has changed/ });
  } finally {
    Blob.prototype.arrayBuffer = arrayBuffer;
  }
  assert.throws(() => wardrobe.openFolder(join(root, "no such folder")), { code: "io" });
  assert.throws(() => wardrobe.openFolder(join(root, "bindings/js")), { code: "not_found" });
});

test("Node opens a folder, a folder above or the index", () => {
  const folder = mkdtempSync(join(tmpdir(), "wardrobe-"));
  try {
    for (const name of ["one", "two"]) {
      mkdirSync(join(folder, "games", name), { recursive: true });
      for (const file of ["wardrobe.000", "wardrobe.001"]) writeFileSync(join(folder, "games", name, file), readFileSync(join(demo, file)));
    }
    const opens = (path, options) => assert.deepEqual([...wardrobe.openFolder(path, options).costumes], [1, 2, 3]);
    opens(join(folder, "games/one"));
    opens(join(folder, "games/one/wardrobe.000"));
    opens(folder, { index: "two/wardrobe.000" });
    assert.throws(() => wardrobe.openFolder(folder), { code: "misuse", message: /several games/ });
    assert.throws(() => wardrobe.openFolder(join(folder, "games/one/wardrobe.001")), { code: "not_found" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Creates the entry of a drop: a file, or the entries of a folder. */
function dropEntry(fullPath, content) {
  if (content instanceof Blob) return { isFile: true, fullPath, file: (resolve) => resolve(content) };
  const groups = [content.slice(0, 1), content.slice(1), []];
  return { isFile: false, fullPath, createReader: () => ({ readEntries: (resolve) => resolve(groups.shift()) }) };
}

test("the dropped folders of a page are opened", async () => {
  const { openDrop } = await import("scumm-wardrobe/browser");
  const folder = (name) => dropEntry(`/${name}`, demoFiles().map((file) => dropEntry(`/${name}/${file.name}`, file)));
  let prevented = 0;
  const drop = (entries) => ({
    dataTransfer: { items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) },
    preventDefault: () => prevented++,
  });
  assert.deepEqual([...(await openDrop(drop([folder("one"), null]))).costumes], [1, 2, 3]);
  assert.equal(prevented, 1);
  const both = () => drop([folder("one"), folder("two")]);
  await assert.rejects(openDrop(both()), { code: "misuse", message: /several games/ });
  assert.deepEqual([...(await openDrop(both(), { index: "two/wardrobe.000" })).costumes], [1, 2, 3]);
  for (const event of [undefined, {}, { dataTransfer: null }]) await assert.rejects(openDrop(event), { code: "misuse" });
});

test("the cache of a renderer does not change the picture", () => {
  const costume = new wardrobe.Costume(costumeFile("doll-v5.cost"), new wardrobe.Dialect(5));
  const limbs = new wardrobe.Limbs();
  costume.start(limbs, 180, 1);
  const drawnWith = (bytes) => {
    const renderer = new wardrobe.Renderer();
    if (bytes !== undefined) renderer.limit(bytes);
    const pixels = new Uint8Array(46080);
    for (let i = 0; i < 3; i++) costume.draw(limbs, { x: 60 + i, y: 120 }, renderer, pixels, { width: 320, height: 144 });
    return pixels;
  };
  const wanted = drawnWith();
  assert.ok(wanted.some(Boolean));
  for (const bytes of [0, 100, 1 << 20]) assert.deepEqual(drawnWith(bytes), wanted);
  assert.throws(() => new wardrobe.Renderer().limit(-1), { code: "misuse" });
});

test("a draw of a later Humongous game reports the lines in each strip", () => {
  const linesOf = (dialect) => {
    const costume = new wardrobe.Costume(costumeFile("puppet.akos"), dialect);
    const limbs = new wardrobe.Limbs();
    const [{ frame, facing }] = costume.animations;
    costume.start(limbs, facing, frame);
    const pixels = new Uint8Array(dialect.screenWidth * dialect.screenHeight);
    const target = { width: dialect.screenWidth, height: dialect.screenHeight };
    const drawn = costume.draw(limbs, { x: 160, y: 120, facing }, new wardrobe.Renderer(), pixels, target);
    return drawn;
  };
  assert.deepEqual(linesOf(new wardrobe.Dialect(7)).lines, []);
  const { lines, strips, top, bottom } = linesOf(new wardrobe.Dialect(6, { he: 72 }));
  assert.equal(lines.length, 80);
  const used = [...lines.keys()].filter((strip) => lines[strip][0] < lines[strip][1]);
  assert.ok(used.length);
  assert.deepEqual(used.filter((strip) => !strips.includes(strip)), []);
  for (const strip of used) assert.ok(top <= lines[strip][0] && lines[strip][1] <= bottom + 1, `${lines[strip]}`);
});

test("arguments that Python leaves out may be left out", () => {
  const { stage, actor } = walking(1);
  actor.setClass(3);
  assert.ok(actor.isInClass(3));
  actor.setFrozen();
  actor.setIgnoreBoxes();
  assert.equal(actor.ignoreBoxes, true);
  actor.limbAnim(1);
  stage.followWithCamera(1);
  actor.init();
});

test("a frame never changes, also if the stage is freed", () => {
  const { stage, world } = walking(3);
  const { width, height, pixels } = stage.front();
  assert.deepEqual([width, height, pixels.length], [320, 200, 64000]);
  const before = pixels.slice();
  stage.tick(world);
  assert.deepEqual(pixels, before);
  assert.notDeepEqual(stage.front().pixels, before);
  stage.free();
  assert.deepEqual(pixels, before);
  assert.notEqual(pixels.buffer, wardrobe.openFolder(demo).stage(1).pixels.buffer);
});

test("the pixels of a stage are a view of its own memory", () => {
  const { stage, world } = walking(3);
  const { width, height, pitch, pixels } = stage;
  assert.deepEqual([width, height, pitch, pixels.length], [320, 200, 320, 64000]);
  assert.equal(pixels.buffer, stage.pixels.buffer, "both are views of the same memory");
  assert.deepEqual(pixels.slice(), stage.front().pixels);
  const before = pixels.slice();
  stage.tick(world);
  assert.notDeepEqual(pixels, before, "the view shows the next picture");
  assert.deepEqual(stage.pixels.slice(), stage.front().pixels);
});

test("a frame is copied into an array of the caller", () => {
  const { stage } = walking(3);
  const wanted = stage.front().pixels;
  assert.deepEqual(stage.copyFrame(), wanted);
  const into = new Uint8Array(64001).fill(9);
  assert.equal(stage.copyFrame(into), into);
  assert.deepEqual(into.subarray(0, 64000), wanted);
  assert.equal(into[64000], 9);
  assert.throws(() => stage.copyFrame(new Uint8Array(63999)), { code: "size" });
  assert.throws(() => stage.copyFrame(new Uint16Array(64000)), { code: "misuse" });
});

test("a stage is painted with its palette into an image", () => {
  const { stage } = walking(3);
  const [{ pixels }, palette] = [stage.front(), stage.palette()];
  const isPainted = (data) =>
    pixels.every(
      (pixel, i) =>
        data[4 * i] === palette[3 * pixel] &&
        data[4 * i + 1] === palette[3 * pixel + 1] &&
        data[4 * i + 2] === palette[3 * pixel + 2] &&
        data[4 * i + 3] === 255,
    );
  // An `ImageData` of a browser has these properties.
  const image = { data: new Uint8ClampedArray(256000), width: 320, height: 200 };
  assert.equal(stage.paint(image), image);
  assert.ok(isPainted(image.data));
  for (const array of [new Uint8ClampedArray(256000), new Uint8Array(256000)]) {
    assert.equal(stage.paint(array), array);
    assert.ok(isPainted(array));
  }
  const throws = (target, code) => assert.throws(() => stage.paint(target), { code });
  throws({ ...image, width: 200, height: 320 }, "size");
  throws({ ...image, data: new Uint8ClampedArray(255999) }, "size");
  throws(new Uint8Array(255999), "size");
  for (const target of [undefined, null, 5, {}, { data: [] }, new Float32Array(256000)]) throws(target, "misuse");
});

test("a wide frame has a pitch (G2)", () => {
  const pixels = Uint8Array.from({ length: 64000 }, (_, i) => i);
  const stage = wardrobe.Stage.ofPicture(new wardrobe.Dialect(7), pixels, 320, 200);
  stage.drawBackground();
  assert.equal(stage.pitch, 328);
  const row = stage.pixels.slice(3 * 328, 3 * 328 + 320);
  assert.deepEqual(row, pixels.subarray(960, 1280));
  for (const rows of [stage.front().pixels, stage.copyFrame()]) assert.deepEqual(rows.subarray(960, 1280), row);
});

test("a plane that does not exist is undefined", () => {
  const plane = new Uint8Array(40 * 200);
  plane[1] = 1;
  const dialect = new wardrobe.Dialect(5);
  const stage = wardrobe.Stage.ofPicture(dialect, new Uint8Array(64000), 320, 200, [plane]);
  stage.drawBackground();
  assert.equal(stage.planeCount, 2);
  const hidden = (number) => {
    const frame = stage.plane(number);
    assert.deepEqual([frame.width, frame.height], [320, 200]);
    return [...frame.pixels.entries()].filter(([, byte]) => byte).map(([index]) => index);
  };
  assert.deepEqual([hidden(0), hidden(1)], [[], [15]]);
  for (const number of [2, 200]) assert.equal(stage.plane(number), undefined);
});

test("a costume is drawn into an array, behind a mask (M1)", () => {
  const size = { width: 320, height: 144 };
  const [plain, bits, bytes] = [0, 0, 0].map(() => new Uint8Array(320 * 144));
  const drawn = draw(plain, size);
  assert.equal(drawn.bottom, 120);
  assert.ok(drawn.whole && !drawn.cut && drawn.fault === null && drawn.strips.length);
  draw(bits, { ...size, mask: new Uint8Array(40 * 144).fill(0xf0), maskBits: true });
  draw(bytes, { ...size, mask: Uint8Array.from({ length: 320 * 144 }, (_, i) => (i % 8 < 4 ? 1 : 0)) });
  assert.deepEqual(bits, bytes);
  assert.ok(bits.every((pixel, i) => pixel === (i % 8 < 4 ? 0 : plain[i])));
});

test("a mask may end before the last row (M4)", () => {
  const size = { width: 320, height: 144 };
  const plain = new Uint8Array(46080);
  const masked = new Uint8Array(46080);
  draw(plain, size);
  draw(masked, { ...size, mask: new Uint8Array(3) });
  assert.deepEqual(masked, plain);
});

test("errors have fields", () => {
  const throws = (act, code) => assert.throws(act, (error) => error instanceof wardrobe.WardrobeError && error.code === code);
  const dialect = new wardrobe.Dialect(5);
  assert.throws(() => new wardrobe.Costume(new Uint8Array(2), dialect), { code: "malformed", offset: 0 });
  const stage = wardrobe.openFolder(demo).stage(1);
  throws(() => new wardrobe.Dialect(9), "misuse");
  throws(() => stage.actor(999), "misuse");
  throws(() => stage.setTable("nonsense", new Uint8Array(1)), "misuse");
  throws(() => stage.setTable("shadow", new Uint8Array(1)), "misuse");
  throws(() => stage.setBoxes(Array(5000).fill({})), "size");
  throws(() => stage.restore(new Uint8Array(3)), "malformed");
  throws(() => draw(new Uint8Array(10), { width: 320, height: 144 }), "size");
  throws(() => draw(new Uint8Array(46080), { width: 320, height: 144, pitch: 319 }), "size");
  throws(() => draw(new Uint8Array(46080), { width: 320, height: 144 }, { shadow: new Uint8Array(3) }), "size");
});

test("plain values are attributes", () => {
  const { stage, actor } = walking(2);
  assert.equal(actor.visible, true);
  assert.ok(actor.x > 60);
  actor.layer = 3;
  assert.equal(actor.layer, 3);
  stage.cameraX = 160;
  assert.equal(stage.cameraX, 160);
  assert.throws(() => (actor.x = 2 ** 40), { code: "misuse" });
  const limbs = actor.limbs;
  limbs.stopped = 3;
  actor.limbs = limbs;
  assert.equal(actor.limbs.stopped, 3);
});

test("there is a row for each actor that is in a room or visible", () => {
  const { stage, actor } = walking(3);
  stage.actor(5).visible = true;
  actor.limbs = { ...actor.limbs, stopped: 3 };
  const { actorColumns: at } = wardrobe;
  const found = [];
  const all = [...stage.actorRows];
  for (let from = 0; from < all.length; from += all[from + at.length]) {
    const row = all.slice(from, from + all[from + at.length]);
    const of = stage.actor(row[at.id]);
    found.push(of.id);
    for (const key of ["x", "facing", "costume", "layer", "scaleY", "walkCurBox"]) assert.equal(row[at[key]], of[key], key);
    assert.equal(row[at.visible], 1);
    assert.equal(row[at.v0WalkToX], 0, "there is none");
    assert.deepEqual(row.slice(at.limbs, row[at.strips]), [...of.limbNumbers]);
    assert.deepEqual(row.slice(row[at.strips]), [...of.strips]);
  }
  assert.deepEqual(found, [1, 5]);
  assert.equal(actor.limbNumbers[0], 3);
  assert.ok(actor.strips.length);
});

test("every operation can be applied", () => {
  const rows = JSON.parse(readFileSync(join(root, "bindings/common/operations.json"), "utf8"));
  const table = new Uint8Array(256).fill(7);
  const refused = [];
  const written = new Set();
  const known = new Set(wardrobe.operations());
  for (const [name, ...operands] of rows) {
    written.add(name);
    assert.ok(known.has(name), name);
    const { stage, world } = walking(2);
    const given = operands.map((operand) => (operand === "TABLE" ? table : operand));
    try {
      stage.applyList(name, given, world);
    } catch (error) {
      assert.equal(error.code, "misuse", `${name}: ${error}`);
      refused.push([name, ...operands]);
    }
  }
  assert.ok(written.size > 90, written.size);
  // Operations that do not exist in the version of the demo.
  assert.deepEqual(refused, [
    ["costume", 1, -1],
    ["set_skip_limbs", 1, 1],
    ["animate", 1, 3, 2],
    ["costume_set", 0],
  ]);
});

test("applying an operation has the effect of its method", () => {
  const calls = [
    [["walk", 1, 100, 120], (stage) => stage.actor(1).walk(100, 120)],
    [["setWalkSpeed", 1, 6, 3], (stage) => stage.actor(1).setWalkSpeed(6, 3)],
    [["class", 1, 20, true], (stage) => stage.actor(1).setClass(20, true)],
    [["set", 1, "layer", 4], (stage) => void (stage.actor(1).layer = 4)],
    [["set", 1, "sounds", [9, 8]], (stage) => stage.apply("set_sound", 1, 0, 9) ?? stage.apply("set_sound", 1, 1, 8)],
    [["pixels", "both", 8, 10, 1, 2, Uint8Array.of(1, 2)], (stage) => stage.printPixels("both", 8, 10, 1, Uint8Array.of(1, 2))],
    [["pixels", "both", 8, 10, 1, 2, "0102"], (stage) => stage.printPixels("both", 8, 10, 1, Uint8Array.of(1, 2))],
  ];
  for (const [applied, method] of calls) {
    const { stage } = walking(2);
    const other = stage.copy();
    const before = stage.save();
    assert.equal(stage.apply(...applied), undefined);
    method(other);
    assert.deepEqual(stage.save(), other.save(), applied[0]);
    assert.notDeepEqual(stage.save(), before, applied[0]);
  }
});

test("an operation answers", () => {
  const { stage } = walking(2);
  assert.equal(stage.apply("hit", 1, 0, 0), false);
  assert.equal(stage.apply("actorFromPos", 0, 0), undefined);
  assert.equal(stage.apply("get_object_state", 40), stage.objectState(40));
  assert.throws(() => stage.apply("dance", 1), { code: "not_found" });
  for (const wrong of [[1, 100], [1, 100, 1.5], [1, 100, null], [1, 100, {}], [1, [2], 3]]) {
    assert.throws(() => stage.apply("walk", ...wrong), { code: "misuse" }, String(wrong));
  }
  assert.throws(() => stage.apply(1), { code: "misuse" });
});

test("a stage is saved and copied", () => {
  const { stage, world } = walking(3);
  const saved = stage.save();
  const twin = stage.copy();
  for (let i = 0; i < 4; i++) stage.tick(world);
  const later = stage.copyFrame();
  stage.restore(saved);
  for (const of of [stage, twin]) {
    assert.notDeepEqual(of.copyFrame(), later);
    for (let i = 0; i < 4; i++) of.tick(world);
    assert.deepEqual(of.copyFrame(), later);
  }
});

test("events come one by one (C26), and a callback that uses its own object is refused", () => {
  const dialect = new wardrobe.Dialect(6);
  const costume = new wardrobe.Costume(costumeFile("doll-v6.cost"), dialect);
  const stage = wardrobe.Stage.ofPicture(dialect, new Uint8Array(64000), 320, 200);
  stage.insertCostume(1, costume);
  const actor = stage.actor(1);
  actor.setCostume(1);
  actor.put(160, 120, stage.room);
  actor.visible = true;
  for (let slot = 0; slot < 32; slot++) stage.apply("set_sound", 1, slot, 100 + slot);
  const limbs = new wardrobe.Limbs();
  let [sounds, busy] = [0, 0];
  for (const { frame, facing } of costume.animations) {
    actor.startAnim(frame);
    costume.start(limbs, facing, frame);
    for (let i = 0; i < 20; i++) {
      stage.tick();
      for (const event of stage.events()) sounds += event.kind === "Sound" && event.queue === 2 && event.id >= 100;
      try {
        costume.advance(limbs, { playSound: () => limbs.reset() });
      } catch (error) {
        busy += error.code === "busy";
      }
    }
  }
  assert.ok(sounds && busy);
  // The exception of a host ends the call, and the limbs can be used again.
  const all = () => {
    for (const { frame, facing } of costume.animations) {
      costume.start(limbs, facing, frame);
      for (let i = 0; i < 20; i++) costume.advance(limbs, { playSound() { throw new RangeError("mine"); } });
    }
  };
  assert.throws(all, RangeError);
  limbs.reset();
});

test("a tick of 16 actors takes less than a millisecond", () => {
  const stage = wardrobe.openFolder(demo).stage(1);
  const world = new wardrobe.Random(1);
  for (let id = 1; id <= 16; id++) {
    const actor = stage.actor(id);
    actor.setCostume(1);
    actor.put(20 + 17 * id, 120, 1);
    actor.walk(300 - 17 * id, 130);
  }
  for (let i = 0; i < 200; i++) stage.tick(world);
  const times = Array.from({ length: 9 }, () => {
    for (let id = 1; id <= 16; id++) stage.actor(id).walk(20 + Math.floor(Math.random() * 280), 130);
    const start = performance.now();
    for (let i = 0; i < 20; i++) stage.tick(world);
    return (performance.now() - start) / 20;
  }).sort((a, b) => a - b);
  console.log(`a tick of 16 actors: ${times[4].toFixed(3)} ms`);
  assert.ok(times[4] < 1, `${times}`);
});

test("the examples run", () => {
  const out = mkdtempSync(join(tmpdir(), "wardrobe-"));
  try {
    const run = (name, source) => {
      const program = join(here, "../examples", `${name}.mjs`);
      assert.ok(readFileSync(program, "utf8").split("\n").length <= 61);
      const said = execFileSync(process.execPath, [program, source, join(out, name)], { encoding: "utf8" });
      return [said, readFileSync(join(out, name))];
    };
    const { stage, actor } = walking(12);
    const [said, picture] = run("walk", demo);
    assert.equal(said, `${actor.x} ${actor.y}\n`);
    const [pixels, rgb, start] = [stage.copyFrame(), stage.palette(), "P6 320 200 255\n".length];
    assert.ok(pixels.every((pixel, i) => rgb[3 * pixel] === picture[start + 3 * i]));
    const [lines, rows] = run("costume", join(root, "data/scene-costumes/doll-v5.cost"));
    assert.equal(lines.trim().split("\n").length, 8);
    assert.ok(new Set(rows).size > 3);
  } finally {
    rmSync(out, { recursive: true });
  }
});

test("the comments of the types are text", () => {
  const types = readFileSync(fileURLToPath(new URL("./classes.d.ts", import.meta.resolve("scumm-wardrobe"))), "utf8");
  assert.match(types, / \* Whether costumes are AKOS\./);
  assert.doesNotMatch(types, /\* r"/);
});

/** Returns the first program in JavaScript of a document of the repository. */
function programIn(document) {
  const text = readFileSync(join(root, document), "utf8");
  const fenced = text.split("```js\n")[1];
  if (fenced) return fenced.split("```")[0];
  const lines = text.slice(text.indexOf("    import ")).split("\n");
  const end = lines.findIndex((line) => line && !line.startsWith("    "));
  return lines.slice(0, end).map((line) => line.slice(4)).join("\n");
}

test("the loops of the documents run for 10,000 frames in constant memory", () => {
  // A module finds the package by its own path, and the game by the current folder.
  const file = join(here, "loop.mjs");
  const measure = "console.error(stage.pixels.buffer.byteLength);\n";
  for (const document of ["docs/javascript.md", "bindings/js/package/README.md"]) {
    const program = programIn(document);
    /** Returns the memory of the library in bytes after a number of frames. */
    const memoryAfter = (frames) => {
      const loop = program.replace("i < 12;", `i < ${frames};`);
      const text = loop.replace("for (const held", `${measure}for (const held`);
      assert.equal(text.length, program.length + String(frames).length - 2 + measure.length, document);
      writeFileSync(file, text);
      const { stderr, status } = spawnSync(process.execPath, [file], { cwd: root, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return Number(stderr);
    };
    const [short, long] = [memoryAfter(12), memoryAfter(10000)];
    assert.ok(short > 0 && long - short <= 1 << 20, `${document}: ${short} and ${long} bytes`);
  }
  rmSync(file);
});

test("frames that are not freed take no memory of the library", () => {
  const { stage, actor, world } = walking(0);
  const before = stage.pixels.buffer.byteLength;
  for (let i = 0; i < 10000; i++) {
    if (i % 50 === 0) actor.walk(60 + (i % 150), 120);
    stage.tick(world);
    const { pixels } = stage.front();
    assert.equal(pixels.length, 64000);
  }
  assert.ok(stage.pixels.buffer.byteLength - before <= 2 << 20);
});

test("the adapter plays the project's scenes", (t) => {
  const folder = join(root, "data/scenes");
  // Scenes are TOML files, which Python reads.
  const program =
    "import json, os, sys, tomllib\nfolder = sys.argv[1]\n" +
    "names = sorted(name[:-5] for name in os.listdir(folder) if name.endswith('.toml'))\n" +
    "print(json.dumps([[name, tomllib.load(open(os.path.join(folder, name + '.toml'), 'rb'))] for name in names]))";
  let scenes;
  try {
    scenes = JSON.parse(execFileSync("python3", ["-c", program, folder], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    t.skip("no Python that reads scenes");
    return;
  }
  scenes = scenes.filter(([name]) => existsSync(join(folder, `${name}.expected.jsonl`)));
  const requests = scenes.map(([name, scene], id) => JSON.stringify({ id, dir: folder, name, scene }));
  const options = { input: requests.join("\n") + "\n", env: { ...process.env, DEMO: demo }, maxBuffer: 1 << 28, encoding: "utf8" };
  const said = execFileSync(process.execPath, [join(here, "../adapter/adapter.mjs")], options).trimEnd().split("\n");
  scenes.forEach(([name], id) => {
    const wanted = readFileSync(join(folder, `${name}.expected.jsonl`), "utf8").trimEnd().split("\n");
    for (const line of wanted) assert.deepEqual(JSON.parse(said.shift()), JSON.parse(line), name);
    assert.deepEqual(JSON.parse(said.shift()), { id, end: true }, name);
  });
  assert.ok(scenes.length > 100);
});
