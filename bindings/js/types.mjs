// Writes the types of plain values, whose names the library knows: node types.mjs PACKAGE
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { fieldNames, isFlag } = await import(pathToFileURL(join(folder, "node.js")));
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const of = (kind, isStage) => {
  const types = fieldNames(isStage).map((name, place) => `    ${camel(name)}: ${isFlag(isStage, place) ? "boolean" : "number"};\n`);
  return `  interface ${kind} {\n${types.join("")}  }\n`;
};
const names = fieldNames(false).map((name) => JSON.stringify(camel(name)));
const modules = `declare module "./wardrobe_js.js" {\n${of("Actor", false)}${of("Stage", true)}}\n`;
const text = `// Made by types.mjs.\n/** The plain values of an actor. */\nexport type ActorField = ${names.join(" | ")};\n\n${modules}`;
writeFileSync(join(folder, "fields.d.ts"), text);
