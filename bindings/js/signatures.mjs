// Reads the types of parameters from the Rust sources, because numbers of 8 bits and of 32 bits
// have the same type in TypeScript. Also reads the fields of the objects that callers pass, from
// values.d.ts.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The kind of argument (see package/arguments.js) for each type of Rust. */
const KINDS = {
  bool: "flag",
  "&str": "text",
  u64: "u64",
  u8: "u8",
  i8: "i8",
  u16: "u16",
  i16: "i16",
  u32: "u32",
  i32: "i32",
  usize: "u32",
  Bytes: "bytes",
  "&[u8]": "bytes",
  "Vec<u8>": "bytes",
  "Vec<String>": "texts",
  "&[u16]": "words",
  "&mut [u8]": "pixels",
  JsLimbsState: "plain",
  JsFiles: "files",
  JsPlanes: "planes",
  JsBoxes: "boxes",
  JsOperands: "operands",
  JsWorld: "world",
  JsLook: "Look",
  JsTarget: "Target",
  JsDialectOptions: "DialectOptions",
  JsRoomOptions: "RoomOptions",
  JsGameOptions: "GameOptions",
  WorldArgument: "world?",
  HostArgument: "host?",
  JsChore: "chore",
  JsClipOptions: "ClipOptions",
};

/** The kind of argument for each type of TypeScript, for the fields of objects. */
const FIELD_KINDS = [
  [/^number$/, "number"],
  [/^boolean$/, "flag"],
  [/^(string|"[^\n]*")$/, "text"],
  [/^Uint8Array$/, "bytes"],
  [/^(number\[\]|\[number(, number)*\])$/, "numbers"],
  [/^Record<string, number>$/, "numbersByName"],
];

function kindOf(type, classes) {
  const optional = /^(?:Option|Optional)<(.*)>$/.exec(type);
  if (optional) return `${kindOf(optional[1], classes)}?`;
  if (type.startsWith("&") && classes.includes(type.slice(1))) return type.slice(1);
  if (!KINDS[type]) throw new Error(`no kind of argument is known for the type ${type}`);
  return KINDS[type];
}

/** Returns the parameters of a function of Rust as pairs of a name and a kind. */
function parametersOf(text, classes) {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part && part !== "&self");
  return parts.map((part) => {
    const [name, type] = part.split(/:\s*(.*)/s);
    return [
      name.replace(/_$/, "").replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      kindOf(type, classes),
    ];
  });
}

const sourcesOf = (folder) => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".rs"));
  return names.map((name) => readFileSync(join(folder, name), "utf8").replace(/^\s*\/\/.*$/gm, ""));
};

/** Matches the beginning of a list of methods and captures the class of the list. */
const TABLE = /\$use! \{ (\w+);/;
/**
 * Matches a row of a list: the name, the name with capitals, the parameters, the parameters of
 * Python, and the result. Captures the name with capitals and the parameters.
 */
const ROW = /\b\w+ (\w+)\(([^()]*)\)\s*\[[^\]]*\] -> /;

/** Yields the methods of the lists that all languages share. */
function* rows(source, classes) {
  let of;
  const found = new RegExp(`${TABLE.source}|${ROW.source}`, "g");
  for (const [, name, method, parameters] of source.matchAll(found)) {
    if (method) yield [of, method, parametersOf(parameters, classes)];
    else of = name;
  }
}

/** Matches the beginning of the methods of a class, or the end of a block. */
const BLOCK = /\nimpl (\w+) \{|\n\}/;
/** Matches a function with an attribute, which may contain its name in JavaScript. */
const MARKED =
  /#\[wasm_bindgen(?:\(([^\]]*)\))?\]\s*(?:#\[allow[^\]]*\]\s*)?pub fn (\w+)\(([^)]*)\)/;
/** Matches a method without an attribute. */
const PLAIN = /pub fn (\w+)\(\s*(&self[^)]*)\)/;

/** Yields the functions and methods of the binding itself. */
function* functions(source, classes) {
  let of = "";
  const found = new RegExp([BLOCK, MARKED, PLAIN].map((part) => part.source).join("|"), "g");
  for (const match of source.matchAll(found)) {
    const [, opened, how = "", marked, parameters, plain, withSelf] = match;
    if (!marked && !plain) of = opened ?? "";
    // Callers do not see the other classes.
    if (of && !classes.includes(of)) continue;
    if (/\bgetter\b|skip_typescript/.test(how) || (plain && !of)) continue;
    const isConstructor = /\bconstructor\b/.test(how);
    const name = isConstructor ? "new" : (/js_name = (\w+)/.exec(how)?.[1] ?? plain ?? marked);
    if (name) yield [of, name, parametersOf(parameters ?? withSelf, classes)];
  }
}

/**
 * Returns the parameters of each method by its class, or by "" for functions. A constructor is
 * called `new`, a setter `set_` and the name.
 */
export function readSignatures(bindings, classes) {
  const signatures = Object.fromEntries(["", ...classes].map((name) => [name, {}]));
  const add = (table) => {
    for (const [of, method, parameters] of table)
      if (of in signatures) signatures[of][method] = parameters;
  };
  const table = readFileSync(join(bindings, "common/src/classes.rs"), "utf8");
  add(rows(table.replace(/^\s*\/\/.*$/gm, ""), classes));
  for (const source of sourcesOf(join(bindings, "js/src"))) add(functions(source, classes));
  return signatures;
}

/** Returns the fields of objects that callers pass, as pairs of a name and a kind. */
export function readStructures(bindings, names) {
  const source = readFileSync(join(bindings, "js/src/values.d.ts"), "utf8");
  const fieldsOf = (name) => {
    const body = new RegExp(`export interface ${name} \\{(.*?)\\n\\}`, "s").exec(source)[1];
    return Array.from(body.matchAll(/^ {2}(\w+)\??: (.+);$/gm), ([, field, type]) => {
      const kind = FIELD_KINDS.find(([pattern]) => pattern.test(type));
      if (!kind) throw new Error(`no kind of value is known for ${name}.${field}: ${type}`);
      return [field, kind[1]];
    });
  };
  return Object.fromEntries(names.map((name) => [name, fieldsOf(name)]));
}

/** Returns the lines of the comments of the fields of stages or actors, by their names. */
export function readFieldComments(bindings, isStage) {
  const file = `../engine/src/operation/${isStage ? "stage" : "actor"}_field.rs`;
  const [enumeration] = /pub enum .*?\n\}/s.exec(readFileSync(join(bindings, file), "utf8"));
  const comments = {};
  let lines = [];
  for (const line of enumeration.split(/\r?\n/)) {
    const comment = /^ {4}\/\/\/ (.*)$/.exec(line)?.[1];
    const variant = /^ {4}([A-Z]\w*) = \d+,$/.exec(line)?.[1];
    if (comment) lines.push(comment);
    if (!variant) continue;
    comments[variant[0].toLowerCase() + variant.slice(1)] = lines;
    lines = [];
  }
  return comments;
}
