// Checksums: CRC-32, as zlib has it.
import * as zlib from "node:zlib";

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
  return byte;
});

/** The checksum of bytes, after another: Node's own, which is much quicker, where it has one (from 20.15 on). */
export const crc32 = zlib.crc32 ?? ((bytes, crc = 0) => {
  crc = ~crc;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[i]) & 0xff];
  return ~crc >>> 0;
});

export const hex = (number) => number.toString(16).padStart(8, "0");

/** Rows that have a checksum together. */
const ROWS = 16;
/** The frame before, whose parts are mostly those of the next: its bytes, and the checksum of each part. */
let kept = {};

function keep({ width, height, pitch, pixels }) {
  const sums = new Uint32Array(Math.floor(height / ROWS));
  const zeros = new Uint8Array(width * ROWS);
  // What a bit of the checksum becomes when so many zeros follow.
  const powers = Uint32Array.from({ length: 32 }, (_, bit) => ~crc32(zeros, ~(1 << bit) >>> 0));
  kept = { width, height, pitch, bytes: Buffer.alloc(pixels.length), sums: sums.fill(crc32(zeros)), powers };
}

function sumOf(rows, { width, pitch }, crc = 0) {
  if (pitch === width) return crc32(rows, crc);
  for (let at = 0; at < rows.length; at += pitch) crc = crc32(rows.subarray(at, at + width), crc);
  return crc;
}

/** The checksum of a frame's pixels. */
export function crcOf(frame) {
  const { width, height, pitch, pixels } = frame;
  if (width !== kept.width || height !== kept.height || pitch !== kept.pitch) keep(frame);
  const { bytes, sums, powers } = kept;
  if (kept.crc !== undefined && bytes.equals(pixels)) return kept.crc;
  const size = ROWS * pitch;
  let crc = 0;
  for (let part = 0, at = 0; part < sums.length; part++, at += size) {
    if (bytes.compare(pixels, at, at + size, at, at + size)) {
      const rows = pixels.subarray(at, at + size);
      bytes.set(rows, at);
      sums[part] = sumOf(rows, kept);
    }
    // The sum of rows behind others is their own and that of the others with as many zeros behind.
    let sum = sums[part];
    for (let bit = 0; crc; bit++, crc >>>= 1) if (crc & 1) sum ^= powers[bit];
    crc = sum >>> 0;
  }
  const last = sums.length * size;
  bytes.set(pixels.subarray(last), last);
  return (kept.crc = sumOf(pixels.subarray(last), kept, crc));
}
