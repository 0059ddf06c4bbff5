// Checksums: CRC-32, as in zlib.
import * as zlib from "node:zlib";

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
  return byte;
});

/** Continues a checksum with bytes. Node 20.15 and later have a much faster function for it. */
export const crc32 = zlib.crc32 ?? ((bytes, crc = 0) => {
  crc = ~crc;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[i]) & 0xff];
  return ~crc >>> 0;
});

export const hex = (number) => number.toString(16).padStart(8, "0");

/** Number of rows of a part of the frame. The checksum of each part is kept. */
const ROWS = 16;
/**
 * The last picture of a stage: its rows with the bytes between them, and the checksum of each part. The
 * checksums are used again, because most parts do not change from frame to frame.
 */
let kept = {};

function keep({ width, height, pitch, pixels }) {
  // Space for the rows of a part. At first, this space and the kept rows contain zeros.
  const packed = new Uint8Array(width * ROWS);
  const sums = new Uint32Array(Math.floor(height / ROWS)).fill(crc32(packed));
  // For each bit of a checksum, the checksum that results from this bit and the zeros of a part.
  const powers = Uint32Array.from({ length: 32 }, (_, bit) => ~crc32(packed, ~(1 << bit) >>> 0));
  kept = { width, height, pitch, rows: Buffer.alloc(pixels.length), sums, powers, packed };
}

/** Copies rows without the bytes between them. */
function pack(rows) {
  const { width, pitch, packed } = kept;
  if (pitch === width) return rows;
  let to = 0;
  for (let from = 0; from < rows.length; from += pitch, to += width) packed.set(rows.subarray(from, from + width), to);
  return packed.subarray(0, to);
}

/** Returns the checksum of the pixels of a stage. */
export function crcOf(stage) {
  // The pixels are the last property, because they are valid until the next call.
  const { width, height, pitch, pixels } = stage;
  if (width !== kept.width || height !== kept.height || pitch !== kept.pitch) keep({ width, height, pitch, pixels });
  const { rows, sums, powers } = kept;
  if (kept.crc !== undefined && rows.equals(pixels)) return kept.crc;
  const size = ROWS * pitch;
  const last = sums.length * size;
  let crc = 0;
  for (let part = 0, from = 0; from < last; part++, from += size) {
    if (rows.compare(pixels, from, from + size, from, from + size)) sums[part] = crc32(pack(pixels.subarray(from, from + size)));
    // Appends a part: continues the sum of the earlier parts with as many zeros as the part has
    // bytes, then combines this sum with the sum of the part.
    let sum = sums[part];
    for (let bit = 0; crc; bit++, crc >>>= 1) if (crc & 1) sum ^= powers[bit];
    crc = sum >>> 0;
  }
  rows.set(pixels);
  return (kept.crc = crc32(pack(pixels.subarray(last)), crc));
}
