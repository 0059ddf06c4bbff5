// Checks and copies the arguments of calls. After all arguments of a call are converted, no code of
// the caller runs: no getter, no `valueOf`, no proxy. WebAssembly receives numbers, strings, and
// objects and arrays that are created here. These objects have no prototype, so a missing property
// is not inherited.
import { WardrobeError } from "./error.js";

/**
 * The most bytes of one array, and of all arrays of a call together. Only the second limit applies
 * to the files of a game.
 */
const MOST_BYTES = 2 ** 28;
export const MOST_BYTES_TOGETHER = 2 ** 31;
/** The most elements and properties in all lists and objects of a call together. */
export const MOST_ITEMS = 2 ** 16;
/** The most UTF-16 units of a string. Strings are words and names of files. */
const MOST_LETTERS = 2 ** 12;
/** The most levels of nested objects. */
const MOST_NESTED = 8;

/** The memory of WebAssembly. It moves when it grows, so arrays in it are copied. */
let memory;

export function setMemory(ofModule) {
  memory = ofModule;
}

// The own properties of an array can have any value. These functions read its true type, memory and
// size.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const readerOf = (property) => {
  const { get } = Object.getOwnPropertyDescriptor(typedArray, property);
  return (value) => Reflect.apply(get, value, []);
};
const [className, bufferOf, offsetOf, lengthOf] = [
  Symbol.toStringTag,
  "buffer",
  "byteOffset",
  "length",
].map(readerOf);

/** Returns a value as a message shows it. Runs no code of the caller. */
function shown(value) {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case "bigint":
      return "a BigInt";
    case "number":
      return String(value);
    case "symbol":
    case "function":
      return `a ${typeof value}`;
    case "object":
      return value === null ? "null" : className(value) ? `a ${className(value)}` : "an object";
    default:
      return String(value);
  }
}

export function wrong(name, value, wanted) {
  return new WardrobeError(`${name}: expected ${wanted}, found ${shown(value)}`, "misuse");
}

/** Counts the bytes and elements of all arguments of a call. */
export class Account {
  #bytes = 0;
  #items = 0;
  #views = [];

  takeBytes(name, count) {
    this.#bytes += count;
    if (this.#bytes > MOST_BYTES_TOGETHER) {
      throw new WardrobeError(
        `${name}: the arrays of a call have at most ${MOST_BYTES_TOGETHER} bytes together`,
        "size",
      );
    }
  }

  takeItems(name, count) {
    this.#items += count;
    if (!(this.#items <= MOST_ITEMS)) {
      throw new WardrobeError(
        `${name}: the lists and objects of a call have at most ${MOST_ITEMS} elements together`,
        "size",
      );
    }
  }

  /** Records a view of the caller's memory. A getter of a later argument may detach this memory. */
  keep(name, view) {
    this.#views.push([name, view, view.length]);
  }

  /** Checks that no view was detached. */
  close() {
    for (const [name, view, length] of this.#views) {
      if (view.length !== length)
        throw new WardrobeError(`${name}: the memory of the array was detached`, "misuse");
    }
  }
}

function whole(least, most) {
  const wanted = `a whole number from ${least} to ${most}`;
  return (value, name) => {
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw wrong(name, value, wanted);
  };
}

function flag(value, name) {
  if (typeof value === "boolean") return value;
  throw wrong(name, value, "true or false");
}

function text(value, name) {
  if (typeof value !== "string") throw wrong(name, value, "a text");
  if (value.length > MOST_LETTERS)
    throw new WardrobeError(`${name}: a text has at most ${MOST_LETTERS} characters`, "size");
  return value;
}

function u64(value, name) {
  if (Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "bigint" && value >= 0n && value < 2n ** 64n) return value;
  throw wrong(name, value, "a whole number from 0 on, or a BigInt below 2n ** 64n");
}

/**
 * Returns a converter to a view of the elements of an array, which WebAssembly copies. An array in
 * the memory of WebAssembly itself is copied here.
 */
function view(Class, most) {
  return (value, name, account) => {
    const length =
      typeof value === "object" && value !== null && className(value) === Class.name
        ? lengthOf(value)
        : -1;
    if (length < 0) throw wrong(name, value, `a ${Class.name}`);
    if (length > most)
      throw new WardrobeError(
        `${name}: the array has ${length} elements, at most ${most} are allowed`,
        "size",
      );
    // An empty array is accepted even if its memory is detached.
    if (length === 0) return new Class(0);
    account.takeBytes(name, length * Class.BYTES_PER_ELEMENT);
    const elements = new Class(bufferOf(value), offsetOf(value), length);
    if (isOfModule(elements)) return new Class(elements);
    account.keep(name, elements);
    return elements;
  };
}

const isOfModule = (elements) => elements.buffer === memory.buffer;
const bytes = view(Uint8Array, MOST_BYTES);

/** Converts bytes that a call writes. They stay in the memory of the caller. */
function pixels(value, name, account) {
  const elements = bytes(value, name, account);
  if (elements.length && bufferOf(value) !== elements.buffer) {
    throw new WardrobeError(`${name}: a call cannot write to the library's own memory`, "misuse");
  }
  return elements;
}

/** Converts an `ImageData`, or an array of its bytes, which a call writes. */
function image(value, name, account) {
  const isArray = ArrayBuffer.isView(value);
  const data = isArray ? value : typeof value === "object" && value !== null ? value.data : value;
  const Class = className(data) === "Uint8Array" ? Uint8Array : Uint8ClampedArray;
  const wanted = "an ImageData, a Uint8ClampedArray or a Uint8Array";
  if (className(data) !== Class.name) throw wrong(name, value, wanted);
  const elements = new Uint8Array(bufferOf(data), offsetOf(data), lengthOf(data));
  account.takeBytes(name, elements.length);
  if (isOfModule(elements))
    throw new WardrobeError(`${name}: a call cannot write to the library's own memory`, "misuse");
  if (isArray) return { data: elements };
  return { data: elements, width: value.width, height: value.height };
}

function list(item) {
  return (value, name, account) => {
    if (!Array.isArray(value)) throw wrong(name, value, "an array");
    // A proxy can return any value as its length.
    const length = whole(0, 2 ** 32 - 1)(value.length, `${name}.length`);
    account.takeItems(name, length);
    const copy = [];
    for (let i = 0; i < length; i++) copy.push(item(value[i], name, account));
    return copy;
  };
}

/** Converts an operand of an operation: a number, flag, string, bytes, or list of numbers. */
function operand(value, name, account) {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return text(value, name, account);
  if (Array.isArray(value)) return list(safe)(value, name, account);
  if (typeof value === "object" && value !== null) return bytes(value, name, account);
  return safe(value, name, account);
}

/** Converts a chore: a frame number, or the name of its use. */
function chore(value, name, account) {
  return typeof value === "string" ? text(value, name, account) : kinds.u16(value, name);
}

const isPlain = (value) =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value);

/** Returns a converter of an object whose properties all have one kind. */
function dictionary(item) {
  return (value, name, account) => {
    if (!isPlain(value)) throw wrong(name, value, "an object");
    const keys = Object.keys(value);
    account.takeItems(name, keys.length);
    const copy = Object.create(null);
    for (const key of keys) copy[text(key, name)] = item(value[key], `${name}.${key}`, account);
    return copy;
  };
}

/**
 * Returns a converter of the known properties of an object. Missing ones are left out, and other
 * properties of the object itself are refused.
 */
function structure(fields) {
  const known = new Set(fields.map(([field]) => field));
  return (value, name, account) => {
    if (!isPlain(value)) throw wrong(name, value, "an object");
    for (const field of Object.keys(value))
      if (!known.has(field))
        throw new WardrobeError(`${name}: there is no property ${shown(field)}`, "misuse");
    const copy = Object.create(null);
    for (const [field, kind] of fields) {
      const found = value[field];
      if (found !== undefined && found !== null)
        copy[field] = kinds[kind](found, `${name}.${field}`, account);
    }
    return copy;
  };
}

/** Converts an object of numbers, flags, lists and objects. */
function plain(value, name, account, nested = 0) {
  if (nested > MOST_NESTED)
    throw new WardrobeError(`${name}: objects are nested in more than ${MOST_NESTED} levels`, "size");
  const item = (inner, innerName) => {
    if (typeof inner === "object" && inner !== null)
      return plain(inner, innerName, account, nested + 1);
    return inner === undefined || inner === null || typeof inner === "boolean"
      ? inner
      : safe(inner, innerName);
  };
  return Array.isArray(value) && nested > 0
    ? list(item)(value, name, account)
    : dictionary(item)(value, name, account);
}

const safe = whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const nothing = () => undefined;

/**
 * The kinds of the results of a world's and a host's methods. If a method returns no result, the
 * default is used.
 */
const WORLD = { random: whole(-(2 ** 31), 2 ** 31 - 1), soundRunning: flag };
const HOST = {
  ...WORLD,
  sound: whole(0, 0xffff),
  setActorVar: flag,
  anyActorTalks: flag,
  talkieRunning: flag,
  playSound: nothing,
  queue: nothing,
  fault: nothing,
};

/**
 * Returns a converter of an object whose methods the library calls. The converter copies the
 * methods and checks their results. If a method throws an exception, the call fails with this
 * exception.
 */
function asked(answers, hasActor) {
  return (value, name) => {
    if (!isPlain(value)) throw wrong(name, value, "an object");
    const copy = Object.create(null);
    if (hasActor) {
      const actor = value.actor;
      if (actor !== undefined && actor !== null) copy.actor = kinds.u16(actor, `${name}.actor`);
    }
    for (const [method, answer] of Object.entries(answers)) {
      const found = value[method];
      if (found === undefined || found === null) continue;
      if (typeof found !== "function") throw wrong(`${name}.${method}`, found, "a function");
      copy[method] = (...operands) => {
        const said = Reflect.apply(found, value, operands);
        return said === undefined ? undefined : answer(said, `the answer of ${name}.${method}`);
      };
    }
    return copy;
  };
}

/**
 * The converters of arguments by kind. A converter takes a value, the name of the argument for
 * messages, and the object that counts the bytes and elements of the call.
 */
const kinds = {
  u8: whole(0, 0xff),
  i8: whole(-0x80, 0x7f),
  u16: whole(0, 0xffff),
  i16: whole(-0x8000, 0x7fff),
  u32: whole(0, 2 ** 32 - 1),
  i32: whole(-(2 ** 31), 2 ** 31 - 1),
  number: safe,
  u64,
  flag,
  text,
  bytes,
  pixels,
  image,
  chore,
  plain,
  words: view(Uint16Array, MOST_BYTES / 2),
  numbers: list(safe),
  texts: list(text),
  operands: list(operand),
  numbersByName: dictionary(safe),
  planes: list(bytes),
  holders: list((value) => value),
  files: dictionary(view(Uint8Array, MOST_BYTES_TOGETHER)),
  world: asked(WORLD, false),
  host: asked(HOST, true),
};

/** Adds kinds of objects with known properties. */
export function addStructures(structures) {
  for (const [name, fields] of Object.entries(structures)) kinds[name] = structure(fields);
  kinds.boxes = list(kinds.WalkBox);
}

/** Returns the converter of a kind. The suffix `?` marks an argument that may be left out. */
export function converter(kind) {
  if (!kind.endsWith("?")) return kinds[kind];
  const convert = kinds[kind.slice(0, -1)];
  return (value, name, account) =>
    value === undefined || value === null ? undefined : convert(value, name, account);
}
