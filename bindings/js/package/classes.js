// The classes of the package. Each object holds an object of WebAssembly, which callers do not see.
// A method first converts its arguments, which may run code of the caller. Then it checks that this
// code has not freed the object, and calls the method of WebAssembly.
import * as inside from "./wardrobe_js.js";
import { Account, addStructures, converter, wrong } from "./arguments.js";
import { WardrobeError } from "./error.js";
import { ensureReady } from "./load.js";
import { fields, signatures, structures } from "./signatures.js";

addStructures(structures);

/**
 * The first argument of a constructor call that wraps an object of WebAssembly. Callers of the
 * package cannot get this value, so they cannot make such a call.
 */
const HOLD = Symbol("hold");
/** The class of the package for each prototype of an object of WebAssembly. */
const classes = new Map();

/** Returns the object of WebAssembly that an object of a class holds. */
let heldBy;
/** Counts the beginning or the end of a call that uses an object. */
let count;

/** The base class of objects that hold an object of WebAssembly. */
class Holder {
  #held;
  #kind;
  #calls = 0;

  static {
    heldBy = (value, kind, name) => {
      if (typeof value !== "object" || value === null || !(#held in value) || value.#kind !== kind)
        throw wrong(name, value, `a ${kind}`);
      if (!value.#held) throw new WardrobeError(`${name}: the ${kind} was freed`, "misuse");
      return value.#held;
    };
    count = (holder, calls) => {
      holder.#calls += calls;
    };
  }

  constructor(key, kind, held) {
    if (key !== HOLD)
      throw new WardrobeError("only the package creates objects of this class", "misuse");
    this.#kind = kind;
    this.#held = held;
  }

  /** Frees the object. A second call does nothing. Throws `busy` during a call on the object. */
  free() {
    if (this.#calls) throw new WardrobeError(`the ${this.#kind} is in use`, "busy");
    const held = this.#held;
    this.#held = undefined;
    held?.free();
  }
}
if (Symbol.dispose) Holder.prototype[Symbol.dispose] = Holder.prototype.free;

/**
 * A picture in the memory of JavaScript. It needs no `free()`: the collector of JavaScript, which
 * does not see the memory of WebAssembly, sees all of its memory.
 */
export class Frame {
  constructor(key, picture) {
    if (key !== HOLD) throw new WardrobeError("a Frame has no constructor", "misuse");
    this.width = picture.width;
    this.height = picture.height;
    this.pixels = new Uint8Array(this.width * this.height);
    copyRows(picture, this.pixels);
    Object.freeze(this);
  }
}

/** Copies the pixels of a stage or a picture as contiguous rows. */
function copyRows(source, into) {
  const { width, height, pitch } = source;
  // The last call, because it returns a view of the memory.
  const pixels = source.pixels;
  if (pitch === width) {
    into.set(pixels.subarray(0, width * height));
    return;
  }
  for (let row = 0; row < height; row++)
    into.set(pixels.subarray(row * pitch, row * pitch + width), row * width);
}

/** Converts a result of WebAssembly: wraps objects of WebAssembly, and copies pictures. */
export function wrapped(answer) {
  if (typeof answer !== "object" || answer === null) return answer;
  if (answer instanceof inside.Frame) {
    try {
      return new Frame(HOLD, answer);
    } finally {
      answer.free();
    }
  }
  const Class = classes.get(Object.getPrototypeOf(answer));
  return Class ? new Class(HOLD, answer) : answer;
}

/** Returns the converter, or the class, of each parameter. */
function parametersOf(called, signature) {
  return signature.map(([name, kind]) => {
    const isClass = kind in inside;
    return {
      name: `${called}: ${name}`,
      convert: isClass ? (value) => value : converter(kind),
      kind: isClass ? kind : null,
    };
  });
}

/** Converts arguments and calls `act` with them. No object can be freed during the call. */
function call(holder, kind, parameters, args, act) {
  ensureReady();
  const account = new Account();
  const values = parameters.map(({ name, convert }, i) => convert(args[i], name, account));
  account.close();
  // From here on, no code of the caller runs before WebAssembly calls a method of a world.
  const held = kind && heldBy(holder, kind, "this");
  const used = kind ? [holder] : [];
  parameters.forEach((parameter, i) => {
    if (!parameter.kind) return;
    used.push(values[i]);
    values[i] = heldBy(values[i], parameter.kind, parameter.name);
  });
  for (const one of used) count(one, 1);
  try {
    return wrapped(act(held, values));
  } finally {
    for (const one of used) count(one, -1);
  }
}

function functionOf(name) {
  const parameters = parametersOf(name, signatures[""][name]);
  return (...args) => call(null, null, parameters, args, (_, values) => inside[name](...values));
}

/** Creates a class around a class of WebAssembly, with the same methods and attributes. */
function classOf(kind) {
  const Inside = inside[kind];
  const known = signatures[kind];
  const called = (name) => parametersOf(`${kind}.${name}`, known[name]);
  const made = known.new && parametersOf(`new ${kind}`, known.new);

  function construct(args) {
    if (!made) throw new WardrobeError(`a ${kind} has no constructor`, "misuse");
    let held;
    call(null, null, made, args, (_, values) => {
      held = new Inside(...values);
    });
    return held;
  }

  const Class = {
    [kind]: class extends Holder {
      constructor(...args) {
        super(HOLD, kind, args[0] === HOLD ? args[1] : construct(args));
        // A misspelt attribute is an error. A class of the caller may have more attributes.
        if (new.target === Class) Object.preventExtensions(this);
      }
    },
  }[kind];
  classes.set(Inside.prototype, Class);

  function method(name) {
    const parameters = called(name);
    return function (...args) {
      return call(this, kind, parameters, args, (held, values) => held[name](...values));
    };
  }

  function attribute(name, canStore) {
    const parameters = canStore ? called(`set_${name}`) : [];
    return {
      get() {
        return call(this, kind, [], [], (held) => held[name]);
      },
      set(...args) {
        if (!canStore) throw new WardrobeError(`${kind}.${name} cannot be stored`, "misuse");
        call(this, kind, parameters, args, (held, [value]) => {
          held[name] = value;
        });
      },
    };
  }

  /** Returns the property of a field, by its index. */
  function field([name, valueKind], place) {
    const parameters = parametersOf(`${kind}.${name}`, [["value", valueKind]]);
    return {
      get() {
        const value = call(this, kind, [], [], (held) => held.get(place));
        return valueKind === "flag" ? value !== 0 : value;
      },
      set(...args) {
        call(this, kind, parameters, args, (held, [value]) => held.set(place, Number(value)));
      },
    };
  }

  for (const [name, { get, set }] of Object.entries(
    Object.getOwnPropertyDescriptors(Inside.prototype),
  )) {
    const define = (how) =>
      Object.defineProperty(Class.prototype, name, { configurable: true, ...how });
    if (get) define(attribute(name, Boolean(set)));
    else if (Object.hasOwn(known, name)) define({ value: method(name), writable: true });
  }
  for (const name of Object.keys(known)) {
    if (!Object.hasOwn(Inside, name)) continue;
    const parameters = called(name);
    Class[name] = (...args) =>
      call(null, null, parameters, args, (_, values) => Inside[name](...values));
  }
  (fields[kind] ?? []).forEach((one, place) => {
    Object.defineProperty(Class.prototype, one[0], { configurable: true, ...field(one, place) });
  });
  return Class;
}

export const Actor = classOf("Actor");
export const Clip = classOf("Clip");
export const Costume = classOf("Costume");
export const Dialect = classOf("Dialect");
export const Game = classOf("Game");
export const Limbs = classOf("Limbs");
export const Random = classOf("Random");
export const Renderer = classOf("Renderer");
export const Room = classOf("Room");
export const Stage = classOf("Stage");

export const blendTable = functionOf("blendTable");
export const lint = functionOf("lint");
export const mouthClosed = functionOf("mouthClosed");
export const operations = functionOf("operations");

/** Returns the size of a stage's picture in pixels, which an array has to hold. */
function checkedSize(stage, name, length, bytes) {
  const size = stage.width * stage.height * bytes;
  if (length < size)
    throw new WardrobeError(
      `${name}: the picture needs ${size} bytes, the array has ${length}`,
      "size",
    );
  return size;
}

Stage.prototype.copyFrame = function (into) {
  const name = "Stage.copyFrame: into";
  const target = converter("pixels?")(into, name, new Account());
  const size = checkedSize(this, name, target?.length ?? Infinity, 1);
  const pixels = target ?? new Uint8Array(size);
  copyRows(this, pixels);
  return into ?? pixels;
};

Stage.prototype.paint = function (target) {
  const name = "Stage.paint: target";
  const account = new Account();
  const { data, width, height } = converter("image")(target, name, account);
  const size = checkedSize(this, name, data.length, 4);
  if (width !== undefined && (width !== this.width || height !== this.height))
    throw new WardrobeError(
      `${name}: expected an image of ${this.width} x ${this.height}, found ${width} x ${height}`,
      "size",
    );
  data.set(call(this, "Stage", [], [], (held) => held.displayedRgba()).subarray(0, size));
  return target;
};

Dialect.prototype.withoutQuirks = function (...names) {
  return this.withoutQuirkList(names);
};

Stage.prototype.apply = function (name, ...operands) {
  return this.applyList(name, operands);
};

Stage.prototype.events = function* () {
  for (let event; (event = this.nextEvent());) yield event;
};

/** Arranges the pictures of clips on a sheet. */
export function encodeSheet(clips, options) {
  const account = new Account();
  const name = "encodeSheet: clips";
  ensureReady();
  const all = converter("holders")(clips, name, account);
  const { zoom, image } = converter("SheetOptions?")(options, "encodeSheet: options", account) ?? {};
  const times = converter("u8?")(zoom, "encodeSheet: options.zoom") ?? 1;
  // From here on, no code of the caller runs. The call takes these handles away.
  const held = all.map((clip) => heldBy(clip, "Clip", name));
  const shared = held.map((clip) => clip.share());
  const [png, json] = inside.sheetOf(shared, times, image ?? "sheet.png");
  return { png, json };
}

/** Returns the format of clips that the extension of a file name means. */
export function clipFormatOf(name) {
  ensureReady();
  return inside.clipFormatOf(name);
}

/** The indices of the numbers in a row of `Stage.actorRows`. */
export const actorColumns = { length: 0, strips: 1, id: 2 };
for (const [place, [name]] of fields.Actor.entries()) actorColumns[name] = 3 + place;
actorColumns.limbs = 3 + fields.Actor.length;
