// Writes the types of plain values, whose names the library knows: node types.mjs PACKAGE
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { fieldNames } = await import(pathToFileURL(join(folder, "node.js")));
const of = (kind, isStage) => {
  const names = fieldNames(isStage).map((name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()));
  return `  interface ${kind} {\n${names.map((name) => `    ${name}: number | boolean;\n`).join("")}  }\n`;
};
const text = `// Made by types.mjs.\nexport {};\n\ndeclare module "./wardrobe_js.js" {\n${of("Actor", false)}${of("Stage", true)}}\n`;
writeFileSync(join(folder, "fields.d.ts"), text);
