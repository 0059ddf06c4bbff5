// Draws a single costume into its own buffer, behind a mask: node costume.mjs FILE.cost OUT.pgm
import { readFileSync, writeFileSync } from "node:fs";
import { Costume, Dialect, Limbs, Renderer, WardrobeError } from "scumm-wardrobe";

const width = 320, height = 144;
const columns = 640; // the buffer has more columns than the screen

function main(path, out) {
  const dialect = new Dialect(5);
  const costume = new Costume(readFileSync(path), dialect);
  const limbs = new Limbs(), renderer = new Renderer();
  costume.start(limbs, 180, 1); // the init frame, facing south
  const buffer = new Uint8Array(columns * height).fill(7);
  // A fence: ten rows, four of eight columns.
  const mask = new Uint8Array((height * width) / 8).fill(0xf0, (100 * width) / 8, (110 * width) / 8);
  const target = { width, height, pitch: columns, mask, maskBits: true };
  for (let x = 30; x < width; x += 40) {
    costume.advance(limbs);
    const drawn = costume.draw(limbs, { x, y: 120 }, renderer, buffer, target);
    console.log(`lines ${drawn.top} to ${drawn.bottom}, strips`, ...drawn.strips);
  }
  for (const held of [renderer, limbs, costume, dialect]) held.free();
  writeFileSync(out, Buffer.concat([Buffer.from(`P5 ${columns} ${height} 255\n`), buffer]));
}

try {
  main(...process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WardrobeError)) throw error;
  console.error(`costume: ${error.code}: ${error.message}`);
  process.exitCode = 2;
}
