// Tests of arguments that are wrong, too large, or contain code of the caller.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as wardrobe from "scumm-wardrobe";

const root = process.env.WARDROBE_ROOT;
const demo = join(root, "data/demo/built");
const packageFile = (name) => fileURLToPath(new URL(name, import.meta.resolve("scumm-wardrobe")));
const { signatures, structures, fields } = await import(
  pathToFileURL(packageFile("./signatures.js"))
);
const { WardrobeError } = wardrobe;
const costumeData = new Uint8Array(readFileSync(join(root, "data/scene-costumes/doll-v5.cost")));
const game = wardrobe.openFolder(demo);
const isOurs = (code) => (error) =>
  error instanceof WardrobeError && (code === undefined || error.code === code);
const refused = (act, code = "misuse") => assert.throws(act, isOurs(code));

/** A stage that tests copy, which is faster than creating one. */
const model = game.stage(1);
model.actor(1).setCostume(1);

const mara = game.costume(1);

/** Creates an object of each class. */
function made() {
  const dialect = new wardrobe.Dialect(5);
  const stage = model.copy();
  return {
    Actor: stage.actor(1),
    Clip: mara.play("stand", 180),
    Costume: new wardrobe.Costume(costumeData, dialect),
    Dialect: dialect,
    Game: game,
    Limbs: new wardrobe.Limbs(),
    Random: new wardrobe.Random(1n),
    Renderer: new wardrobe.Renderer(),
    Room: game.room(1),
    Stage: stage,
  };
}

/** A valid argument of each kind. */
const RIGHT = {
  u8: 1,
  i8: 1,
  u16: 1,
  i16: 1,
  u32: 1,
  i32: 1,
  number: 1,
  u64: 1n,
  flag: true,
  text: "lights",
  bytes: new Uint8Array(8),
  words: new Uint16Array(2),
  pixels: new Uint8Array(46080),
  plain: {},
  texts: ["cut_redraws"],
  planes: [],
  boxes: [],
  files: {},
  world: {},
  host: {},
  Look: {},
  Target: { width: 320, height: 144 },
  DialectOptions: {},
  RoomOptions: {},
  GameOptions: {},
  ClipOptions: {},
  chore: 1,
  numbers: [0, 1],
  numbersByName: {},
};
const right = (kind, objects) => objects[kind] ?? RIGHT[kind.replace("?", "")];

/**
 * Returns all functions and methods with their parameters. The objects come from the objects of all
 * classes.
 */
function* calls() {
  for (const [of, methods] of Object.entries(signatures)) {
    for (const [name, parameters] of Object.entries(methods)) {
      if (of === "") yield [name, parameters, () => wardrobe[name]];
      else if (name === "new")
        yield [
          `new ${of}`,
          parameters,
          () =>
            (...args) =>
              new wardrobe[of](...args),
        ];
      else if (name.startsWith("set_"))
        yield [
          `${of}.${name}`,
          parameters,
          (objects) => (value) => (objects[of][name.slice(4)] = value),
        ];
      else if (name in wardrobe[of])
        yield [
          `${of}.${name}`,
          parameters,
          () =>
            (...args) =>
              wardrobe[of][name](...args),
        ];
      else
        yield [
          `${of}.${name}`,
          parameters,
          (objects) =>
            (...args) =>
              objects[of][name](...args),
        ];
    }
    for (const [name, kind] of fields[of] ?? []) {
      yield [
        `${of}.${name}`,
        [["value", kind]],
        (objects) => (value) => (objects[of][name] = value),
      ];
    }
  }
}

const RANGES = {
  u8: [0, 255],
  i8: [-128, 127],
  u16: [0, 65535],
  i16: [-32768, 32767],
  u32: [0, 2 ** 32 - 1],
  i32: [-(2 ** 31), 2 ** 31 - 1],
};
const NUMBERS = [...Object.keys(RANGES), "number"];
const LISTS = ["numbers", "texts", "planes", "boxes"];
const OBJECTS = [
  "plain",
  "files",
  "world",
  "host",
  "Look",
  "Target",
  "DialectOptions",
  "RoomOptions",
  "GameOptions",
  "ClipOptions",
  "numbersByName",
];
const wrongFor = (kind) => {
  const plain = kind.replace("?", "");
  const values = [
    [1, [...NUMBERS, "u64", "chore"]],
    [true, ["flag"]],
    ["lights", ["text", "chore"]],
    [1n, ["u64"]],
    [NaN],
    [Infinity],
    [0.5],
    [2 ** 53],
    [-(2 ** 53)],
    [Symbol("s")],
    [() => 1],
    [new Uint8Array(3), ["bytes", "pixels"]],
    [new Uint16Array(3), ["words"]],
    [new Float64Array(1)],
    [new DataView(new ArrayBuffer(1))],
    [[], LISTS],
    [["x"]],
    [{}, OBJECTS],
    [{ length: 1e9 }, OBJECTS],
    [{ length: -1 }, OBJECTS],
    [{ length: NaN }, OBJECTS],
    [new String("lights"), OBJECTS],
    [new Number(1), OBJECTS],
    [{ valueOf: () => 1 }, OBJECTS],
    [Object.create(wardrobe.Stage.prototype), OBJECTS],
    [new Uint8ClampedArray(3)],
  ];
  const found = values.filter(([, fits]) => !fits?.includes(plain)).map(([value]) => value);
  const [least, most] = RANGES[plain] ?? [];
  if (most !== undefined) found.push(least - 1, most + 1);
  if (plain === "u64") found.push(-1n, 2n ** 64n);
  if (!kind.endsWith("?")) found.push(undefined, null);
  return found;
};

test("every call refuses an argument of the wrong kind", () => {
  let tried = 0;
  const objects = made();
  for (const [name, parameters, callOf] of calls()) {
    const call = callOf(objects);
    parameters.forEach(([parameter, kind], place) => {
      const args = parameters.map(([, other]) => right(other, objects));
      for (const value of wrongFor(kind)) {
        const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
        const label = `${name}, ${parameter}: ${shown}`;
        args[place] = value;
        assert.throws(() => call(...args), isOurs("misuse"), label);
        tried++;
      }
    });
  }
  assert.ok(tried > 5000, `${tried} calls`);
  objects.Stage.tick();
  assert.ok(objects.Stage.save().length);
});

test("every call refuses an object with a property of the wrong kind", () => {
  const { Clip, Costume, Limbs, Renderer, Dialect } = made();
  const pass = {
    Look: (look) => Costume.hit(Limbs, look, Renderer, 1, 1),
    Target: (target) =>
      Costume.draw(Limbs, {}, Renderer, new Uint8Array(46080), {
        width: 320,
        height: 144,
        ...target,
      }),
    DialectOptions: (options) => new wardrobe.Dialect(5, options),
    ClipOptions: (options) => mara.play("walk", 180, undefined, options),
    SheetOptions: (options) => wardrobe.encodeSheet([Clip], options),
    GameOptions: (options) => new wardrobe.Game({ a: new Uint8Array(1) }, options),
    RoomOptions: (options) => new wardrobe.Room(game.roomData(1), Dialect, options),
    WalkBox: (box) => game.stage(1).setBoxes([box]),
  };
  for (const [name, known] of Object.entries(structures)) {
    for (const [field, kind] of known) {
      const wrong = wrongFor(`${kind}?`);
      // For some arguments, the text must be one of several words.
      if (kind === "text") wrong.push("no such word ".repeat(400));
      for (const value of wrong)
        assert.throws(
          () => pass[name]({ [field]: value }),
          isOurs(),
          `${name}.${field}: ${typeof value}`,
        );
    }
  }
});

test("if the code of an argument frees the object, the call fails and damages nothing", () => {
  const whole = game.stage(1);
  for (let i = 0; i < 5; i++) whole.tick(new wardrobe.Random(1n));
  const saved = whole.save();
  for (const [name, parameters, callOf] of calls()) {
    parameters.forEach((_, place) => {
      const objects = made();
      const free = () => {
        for (const [of, object] of Object.entries(objects)) if (of !== "Game") object.free();
        return 5;
      };
      const value = { valueOf: free, toString: free, [Symbol.toPrimitive]: free };
      for (const property of ["length", "x", "width", "he", "image", "random", "actor", "ul"]) {
        Object.defineProperty(value, property, { get: free, enumerable: true });
      }
      const args = parameters.map(([, other]) => right(other, objects));
      args[place] = value;
      try {
        callOf(objects)(...args);
      } catch (error) {
        assert.ok(error instanceof WardrobeError, `${name}: ${error}`);
      }
    });
  }
  assert.deepEqual(whole.save(), saved);
  whole.restore(saved);
});

test("if a getter of an argument frees an object that the call uses, the call fails", () => {
  const of = made();
  const look = {
    get x() {
      of.Limbs.free();
      return 1;
    },
  };
  assert.throws(() => of.Costume.hit(of.Limbs, look, of.Renderer, 1, 1), {
    code: "misuse",
    message: /Limbs was freed/,
  });
  const list = [{}];
  Object.defineProperty(list, 0, {
    get() {
      of.Stage.free();
      return {};
    },
  });
  assert.throws(() => of.Stage.setBoxes(list), { code: "misuse", message: /Stage was freed/ });
});

test("if a later argument detaches an array, the call fails", () => {
  const { Costume, Limbs, Renderer, Dialect } = made();
  const pixels = new Uint8Array(46080);
  const taking = {
    width: 320,
    get height() {
      structuredClone(pixels.buffer, { transfer: [pixels.buffer] });
      return 144;
    },
  };
  assert.throws(() => Costume.draw(Limbs, {}, Renderer, pixels, taking), {
    code: "misuse",
    message: /detached/,
  });
  const data = costumeData.slice();
  const files = {
    a: data,
    get b() {
      structuredClone(data.buffer, { transfer: [data.buffer] });
      return data;
    },
  };
  refused(() => new wardrobe.Game(files));
  assert.ok(new wardrobe.Costume(costumeData, Dialect).animations.length);
});

test("an array in the library's own memory is copied, and is not drawn into", () => {
  const { Costume, Limbs, Renderer, Stage, Dialect } = made();
  const twin = wardrobe.Stage.ofPicture(Dialect, Stage.pixels, 320, 200);
  twin.drawBackground();
  assert.deepEqual(twin.copyFrame(), Stage.copyFrame());
  refused(() => Costume.draw(Limbs, {}, Renderer, Stage.pixels, { width: 320, height: 144 }));
  refused(() => Stage.copyFrame(Stage.pixels));
  const inside = new Uint8ClampedArray(Stage.pixels.buffer, 0, 4 * 320 * 200);
  refused(() => Stage.paint(inside));
  refused(() => Stage.paint({ data: inside, width: 320, height: 200 }));
});

test("the library reads the true type and length of an array, not its own properties", () => {
  const { Stage, Dialect } = made();
  const long = costumeData.slice();
  for (const property of ["length", "byteLength", "byteOffset"])
    Object.defineProperty(long, property, { value: 1e9 });
  Object.defineProperty(long, "buffer", { get: () => assert.fail("it was asked") });
  assert.equal(
    new wardrobe.Costume(long, Dialect).cels.length,
    new wardrobe.Costume(costumeData, Dialect).cels.length,
  );
  class Deceiving extends Uint8Array {
    get length() {
      return -1;
    }
    static get [Symbol.species]() {
      return assert.fail("it was asked");
    }
  }
  refused(() => Stage.setTable("palette", new Deceiving(4)), "size");
  refused(() =>
    Stage.setTable("palette", Object.setPrototypeOf({ length: 768 }, Uint8Array.prototype)),
  );
});

test("lengths are bounded before memory is taken", () => {
  const { Stage, Dialect, Limbs } = made();
  const before = process.memoryUsage();
  const endless = (item) =>
    new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 32 - 1 : item) });
  refused(() => Stage.setBoxes(endless({})), "size");
  refused(() => Stage.setBoxes(new Array(2 ** 32 - 1)), "size");
  refused(() => Stage.setBoxes(new Proxy([], { get: () => NaN })));
  refused(
    () =>
      wardrobe.Stage.ofPicture(
        Dialect,
        new Uint8Array(64000),
        320,
        200,
        endless(new Uint8Array(8000)),
      ),
    "size",
  );
  refused(() => Stage.setBoxes([{ ul: endless(1) }]), "size");
  refused(() => Stage.setEntry("x".repeat(5e6), 1), "size");
  refused(() => new wardrobe.Dialect(5, { game: "x".repeat(5e6) }), "size");
  refused(() => (Limbs.state = { vars: endless(1) }), "size");
  const loop = {};
  loop.loop = loop;
  refused(() => (Limbs.state = loop), "size");
  const many = Object.fromEntries(
    Array.from({ length: 70000 }, (_, i) => [`f${i}`, new Uint8Array(1)]),
  );
  refused(() => new wardrobe.Game(many), "size");
  const large = new Uint8Array(new SharedArrayBuffer(2 ** 28 + 1));
  refused(() => Stage.setTable("palette", large), "size");
  const together = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}`, large]));
  refused(() => new wardrobe.Game(together), "size");
  const after = process.memoryUsage();
  assert.ok(after.external - before.external < 64 << 20, `${before.external} ${after.external}`);
});

test("passing arguments takes at most three times the memory of their arrays", () => {
  const { Costume, Limbs, Renderer, Stage, Dialect } = made();
  const size = () => Stage.pixels.buffer.byteLength;
  const large = new Uint8Array(16 << 20);
  const look = { shadow: large, xmap: large };
  const target = { width: 320, height: 144, mask: large };
  const passes = [
    [1, () => Limbs.restore(large)],
    [1, () => new wardrobe.Costume(large, Dialect)],
    [1, () => Stage.setTable("palette", large)],
    [2, () => new wardrobe.Room(large, Dialect, { image: large })],
    [2, () => new wardrobe.Game({ a: large, b: large })],
    [2, () => wardrobe.Stage.ofPicture(Dialect, large, 320, 200, [large])],
    [4, () => Costume.draw(Limbs, look, Renderer, large, target)],
  ];
  for (const [arrays, pass] of passes) {
    const before = size();
    assert.throws(pass, isOurs());
    const taken = size() - before;
    assert.ok(taken <= 3 * arrays * large.length, `${pass}: ${taken} bytes`);
  }
});

test("a freed object cannot be used, but can be freed again", () => {
  for (const [of, object] of Object.entries(made())) {
    if (of === "Game") continue;
    object.free();
    object.free();
    for (const name of Object.keys(signatures[of])) {
      if (name === "new" || name in wardrobe[of]) continue;
      const store = name.startsWith("set_") ? name.slice(4) : undefined;
      const args = signatures[of][name].map(([, kind]) => right(kind, made()));
      refused(() => (store ? (object[store] = {}) : object[name](...args)));
    }
    for (const [name, { get }] of Object.entries(
      Object.getOwnPropertyDescriptors(wardrobe[of].prototype),
    ))
      if (get) refused(() => object[name]);
  }
  const { Stage, Costume, Renderer, Limbs } = made();
  Limbs.free();
  refused(() => Costume.start(Limbs, 180, 1));
  refused(() => Costume.hit(new wardrobe.Limbs(), {}, Stage, 1, 1));
  Renderer.free();
  refused(() => Costume.hit(new wardrobe.Limbs(), {}, Renderer, 1, 1));
});

test("a method refuses an object of another class", () => {
  const { Stage, Limbs } = made();
  for (const of of [
    {},
    null,
    5,
    Limbs,
    Object.create(Stage),
    new Proxy(Stage, {}),
    { __wbg_ptr: 12345 },
  ]) {
    refused(() => wardrobe.Stage.prototype.tick.call(of));
    refused(() =>
      Object.getOwnPropertyDescriptor(wardrobe.Stage.prototype, "cameraX").get.call(of),
    );
    refused(() => wardrobe.Costume.prototype.celPixels.call(of, 1));
    refused(() => game.withDialect(of));
  }
  for (const name of ["Actor", "Frame", "Stage"]) refused(() => new wardrobe[name]());
  refused(() => new (Object.getPrototypeOf(wardrobe.Stage))("Stage", { tick() {} }));
  refused(() => (Stage.width = 3));
  assert.throws(() => (Stage.front().width = 3), TypeError);
  Stage.tick();
});

test("a callback cannot use or free an object that is in use", () => {
  const { costume, limbs, stage, actor, play, playStage } = asking();
  const other = game.stage(1);
  let said = new Set();
  const tries = (acts) => () => {
    acts.forEach((act, i) => {
      try {
        act();
        said.add(`${i} done`);
      } catch (error) {
        said.add(`${i} ${error instanceof WardrobeError ? error.code : error}`);
      }
    });
    return 1;
  };
  const random = tries([
    () => limbs.free(),
    () => costume.free(),
    () => limbs.reset(),
    () => costume.start(limbs, 180, 1),
    () => costume.advance(limbs),
    () => other.tick(),
  ]);
  play({ random, queue: random });
  assert.deepEqual([...said], ["0 busy", "1 busy", "2 busy", "3 busy", "4 busy", "5 done"]);
  said = new Set();
  playStage({
    random: tries([
      () => stage.free(),
      () => stage.tick(),
      () => actor.x,
      () => (stage.cameraX = 3),
      () => stage.save(),
      () => other.tick(),
    ]),
  });
  assert.deepEqual([...said], ["0 busy", "1 busy", "2 busy", "3 busy", "4 busy", "5 done"]);
  stage.tick();
  for (const object of [limbs, costume, stage, limbs, costume, stage]) object.free();
});

test("a call passes on the exceptions of a world and its getters unchanged", () => {
  const { costume, limbs, stage, actor, play, playStage } = asking();
  const mine = new RangeError("mine");
  const throwing = () => {
    throw mine;
  };
  const isMine = (error) => error === mine;
  for (const method of ["random", "soundRunning", "sound", "queue"])
    assert.throws(() => play({ [method]: throwing }), isMine, method);
  assert.throws(() => playStage({ random: throwing }), isMine);
  for (const property of [
    "actor",
    "random",
    "soundRunning",
    "playSound",
    "sound",
    "fault",
    "setActorVar",
    "queue",
  ]) {
    const host = Object.defineProperty({}, property, { get: throwing });
    assert.throws(() => costume.advance(limbs, host), isMine, property);
    assert.throws(() => costume.advanceLimb(limbs, 1, 1, host), isMine, property);
  }
  for (const property of ["random", "soundRunning"]) {
    const world = Object.defineProperty({}, property, { get: throwing });
    for (const method of ["tick", "tickDraw", "drawNow"])
      assert.throws(() => stage[method](world), isMine, method);
    assert.throws(() => actor.limbAnim(1, 1, world), isMine);
  }
  assert.throws(
    () =>
      costume.hit(
        limbs,
        Object.defineProperty({}, "x", { get: throwing }),
        new wardrobe.Renderer(),
        1,
        1,
      ),
    isMine,
  );
  // No object is in use any more.
  limbs.reset();
  play({});
  playStage({});
});

/** Creates a stage whose actor requests random numbers and sounds when `play` is called. */
function asking() {
  const dialect = new wardrobe.Dialect(7);
  const costume = new wardrobe.Costume(
    new Uint8Array(readFileSync(join(root, "data/scene-costumes/puppet.akos"))),
    dialect,
  );
  const limbs = new wardrobe.Limbs();
  const stage = wardrobe.Stage.ofPicture(dialect, new Uint8Array(64000), 320, 200);
  stage.insertCostume(1, costume);
  const actor = stage.actor(1);
  actor.setCostume(1);
  actor.put(160, 120, stage.room);
  actor.visible = true;
  for (let slot = 0; slot < 32; slot++) stage.apply("set_sound", 1, slot, 100 + slot);
  const frames = [...costume.animations];
  const play = (host) => {
    for (const { frame, facing } of frames) {
      costume.start(limbs, facing, frame);
      for (let i = 0; i < 20; i++) costume.advance(limbs, host);
    }
  };
  const playStage = (world) => {
    for (const { frame } of frames) {
      actor.startAnim(frame);
      for (let i = 0; i < 20; i++) stage.tick(world);
    }
  };
  return { costume, limbs, stage, actor, play, playStage };
}

test("a result of the wrong kind is refused", () => {
  const { costume, limbs, stage, play, playStage } = asking();
  // Values in place of a method.
  for (const value of [5, "x", true, {}, []]) {
    for (const method of ["random", "soundRunning"]) refused(() => stage.tick({ [method]: value }));
    refused(() => costume.advance(limbs, { queue: value }));
  }
  for (const actor of ["1", -1, 65536, 0.5, NaN, {}])
    refused(() => costume.advance(limbs, { actor }));
  // Results of methods.
  for (const value of [
    "1",
    NaN,
    0.5,
    2 ** 31,
    1n,
    null,
    true,
    {},
    { valueOf: () => 1 },
    Promise.resolve(1),
  ]) {
    refused(() => play({ random: () => value }));
    refused(() => playStage({ random: () => value }));
  }
  for (const value of ["1", NaN, 0.5, -1, 2 ** 16, 1n, null, true, {}])
    refused(() => play({ sound: () => value }));
  for (const value of ["1", 1, 1n, null, {}]) refused(() => play({ soundRunning: () => value }));
  // If a method returns no result, the default is used.
  play({ random() {}, sound() {}, soundRunning() {}, queue: () => "of no interest" });
  playStage({ random() {}, soundRunning: null });
});

test("objects of the package are told apart by their classes", () => {
  const { Stage, Game, Limbs } = made();
  assert.ok(
    Stage instanceof wardrobe.Stage &&
      Stage.copy() instanceof wardrobe.Stage &&
      Game.dialect instanceof wardrobe.Dialect,
  );
  assert.ok(Stage.front() instanceof wardrobe.Frame && Limbs.copy() instanceof wardrobe.Limbs);
  assert.equal(wardrobe.Stage.name, "Stage");
  class Mine extends wardrobe.Limbs {}
  const mine = new Mine();
  mine.reset();
  assert.ok(mine instanceof Mine);
  mine.free();
  refused(() => mine.reset());
});

test("the package exports the names of its types", () => {
  const expected = ["init", "openFolder", "saveSheet"];
  const types = readFileSync(packageFile("./common.d.ts"), "utf8");
  const [, names] = /^export \{([^}]*)\} from/m.exec(types);
  for (const name of names.split(",")) if (name.trim()) expected.push(name.trim());
  for (const [, name] of types.matchAll(/^export (?:class|const|function) (\w+)/gm)) expected.push(name);
  assert.deepEqual(Object.keys(wardrobe).sort(), expected.sort());
});

test("an unknown property of an argument is refused", () => {
  const { Costume, Limbs, Renderer, Dialect } = made();
  const hit = (look) => Costume.hit(Limbs, look, Renderer, 1, 1);
  for (const act of [
    () => hit({ X: 5 }),
    () => hit({ scale_x: 3 }),
    () => new wardrobe.Dialect(6, { He: 90 }),
    () => new wardrobe.Dialect(5, { quirks_off: 1 }),
    () => new wardrobe.Room(game.roomData(1), Dialect, { objects: 1 }),
    () => wardrobe.openFolder(demo, { Index: "wardrobe.000" }),
  ])
    assert.throws(act, { code: "misuse", message: /there is no property "\w+"/ });
  // Inherited properties are those of the caller's class.
  class Mine {
    get x() {
      return 5;
    }
    other() {}
  }
  hit(new Mine());
});

test("a misspelt attribute is an error, but a class of the caller may have more attributes", () => {
  const { Actor, Stage } = made();
  assert.throws(() => (Actor.wings = 2), TypeError);
  assert.throws(() => (Stage.camerax = 2), TypeError);
  class Mine extends wardrobe.Limbs {
    wings = 2;
  }
  assert.equal(new Mine().wings, 2);
});

test("a seed is a number or a BigInt", () => {
  const numbers = (seed) => {
    const random = new wardrobe.Random(seed);
    return Array.from({ length: 5 }, () => random.random(0, 1000));
  };
  assert.deepEqual(numbers(7), numbers(7n));
  assert.deepEqual(numbers(1), numbers());
  assert.notDeepEqual(numbers(7), numbers(8));
  for (const seed of [-1, 0.5, 2 ** 53, "1", -1n, 2n ** 64n])
    refused(() => new wardrobe.Random(seed));
});

test("the names of files must be strings", () => {
  for (const path of [5, {}, null, undefined, ["x"], "a\0b", Buffer.from(demo)])
    refused(() => wardrobe.openFolder(path));
});

test("random calls with random arguments return a result or throw a WardrobeError", () => {
  let seed = 7;
  const below = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  let objects = made();
  const hostile = [
    NaN,
    -1,
    0.5,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    "5",
    "",
    [],
    {},
    null,
    undefined,
    5n,
    Symbol.iterator,
    { length: 1e9 },
    new Uint8Array(9),
    { valueOf: () => (objects.Stage.free(), 1) },
    {
      get x() {
        objects.Limbs.free();
        return 1;
      },
    },
    new Proxy({}, { get: () => () => objects.Stage.free() }),
  ];
  const all = [...calls()];
  const counts = { done: 0, refused: 0 };
  for (let i = 0; i < 10000; i++) {
    if (i % 500 === 0) objects = made();
    const [name, parameters, callOf] = all[below(all.length)];
    // A limb advances by the requested number of steps.
    const args = parameters.map(([parameter, kind]) => {
      if (parameter !== "times" && below(6) === 0) return hostile[below(hostile.length)];
      const number = NUMBERS.includes(kind.replace("?", "")) && parameter !== "times";
      return number
        ? below(4) * below(200) - (kind.startsWith("i") ? 50 : 0)
        : right(kind, objects);
    });
    try {
      callOf(objects)(...args);
      counts.done++;
    } catch (error) {
      assert.ok(error instanceof WardrobeError, `${name}: ${error.stack}`);
      counts.refused++;
    }
  }
  assert.ok(counts.done > 1000 && counts.refused > 1000, JSON.stringify(counts));
  const other = game.stage(1);
  other.tick(new wardrobe.Random(1n));
  other.restore(other.save());
});
