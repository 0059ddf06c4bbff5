// Writes what the package knows of the library's methods and plain values, and the types of these
// values: node types.mjs PACKAGE
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readSignatures, readStructures } from "./signatures.mjs";

const folder = resolve(process.argv[2]);
const bindings = fileURLToPath(new URL("..", import.meta.url));
const inside = await import(pathToFileURL(join(folder, "wardrobe_js.js")));
inside.initSync({ module: readFileSync(join(folder, "wardrobe_js_bg.wasm")) });

const CLASSES = [
  "Actor",
  "Costume",
  "Dialect",
  "Frame",
  "Game",
  "Limbs",
  "Random",
  "Renderer",
  "Room",
  "Stage",
];
const STRUCTURES = ["DialectOptions", "RoomOptions", "Look", "Target", "WalkBox"];
/**
 * The members of classes that no signature describes: they take nothing, or `package/classes.js`
 * has others in their place.
 */
const INTERNAL = new Set(["constructor", "free", "get", "set", "length", "name", "prototype"]);

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const fieldsOf = (isStage) =>
  inside
    .fieldNames(isStage)
    .map((name, place) => [camel(name), inside.isFlag(isStage, place) ? "flag" : "number"]);
const fields = { Actor: fieldsOf(false), Stage: fieldsOf(true) };

/** Fails where a method has no signature, or one with another number of parameters. */
function check(signatures) {
  const checkOne = (of, name, count) => {
    const found = signatures[of][name]?.length;
    if (found !== count)
      throw new Error(`${of}.${name} has ${count} parameters, ${found} in the sources`);
  };
  for (const [name, member] of Object.entries(inside)) {
    if (CLASSES.includes(name)) continue;
    if (/^[A-Z]/.test(name)) throw new Error(`the class ${name} is not known`);
    if (!["default", "initSync", "fieldNames", "isFlag"].includes(name))
      checkOne("", name, member.length);
  }
  for (const of of CLASSES) {
    const Class = inside[of];
    if (Class.length || signatures[of].new) checkOne(of, "new", Class.length);
    for (const [target, isStatic] of [
      [Class.prototype, false],
      [Class, true],
    ]) {
      for (const [name, { value, set }] of Object.entries(
        Object.getOwnPropertyDescriptors(target),
      )) {
        if (name.startsWith("__") || INTERNAL.has(name)) continue;
        if (set) checkOne(of, `set_${name}`, 1);
        else if (typeof value === "function") checkOne(of, name, value.length);
        else if (isStatic) throw new Error(`${of}.${name} is not known`);
      }
    }
  }
}

const signatures = readSignatures(bindings, CLASSES);
check(signatures);
const data = { signatures, structures: readStructures(bindings, STRUCTURES), fields };
const constants = Object.entries(data).map(
  ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
);
writeFileSync(join(folder, "signatures.js"), `// Made by types.mjs.\n${constants.join("")}`);

const typesOf = (kind) => {
  const types = fields[kind].map(
    ([name, type]) => `    ${name}: ${type === "flag" ? "boolean" : "number"};\n`,
  );
  return `  interface ${kind} {\n${types.join("")}  }\n`;
};
const names = fields.Actor.map(([name]) => JSON.stringify(name));
const modules = `declare module "./wardrobe_js.js" {\n${typesOf("Actor")}${typesOf("Stage")}}\n`;
const text = `// Made by types.mjs.
/** The plain values of an actor. */
export type ActorField = ${names.join(" | ")};

${modules}`;
writeFileSync(join(folder, "fields.d.ts"), text);
