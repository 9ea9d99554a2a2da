import { deflateSync } from "node:zlib";
import { writePng } from "./write.ts";

const HEADER_BYTES = 13;
/** How a row is stored (PNG, 9.2): as it is, or as what differs from the row above. */
const FILTER_NONE = 0;
const FILTER_UP = 2;
/** Rows that repeat the one above are zeros: a harder search finds nothing more. */
const DEFLATE = { level: 1 };

/**
 * A square of black and white as a PNG of one bit a pixel.
 * @param dark for each row of the square which of its fields are black
 * @param scale pixels a field, in both directions
 */
export function bilevelPng(dark: readonly (readonly boolean[])[], scale: number): Uint8Array {
  const size = dark.length * scale;
  const rowBytes = 1 + Math.ceil(size / 8);
  const rows = new Uint8Array(rowBytes * size);
  for (const [index, fields] of dark.entries()) {
    const first = index * scale * rowBytes;
    rows[first] = FILTER_NONE;
    draw(rows.subarray(first + 1, first + rowBytes), fields, scale);
    for (let repeated = 1; repeated < scale; repeated++) rows[first + repeated * rowBytes] = FILTER_UP;
  }
  // The platform's own deflate is many times as fast as a script's, and every guest who comes waits for a picture.
  return writePng({ header: headerOf(size), palette: null, transparency: null }, deflateSync(rows, DEFLATE));
}

/** One bit a pixel, 1 is white: all light, then the dark fields. */
function draw(row: Uint8Array, fields: readonly boolean[], scale: number): void {
  row.fill(0xff);
  for (const [index, isDark] of fields.entries()) {
    if (!isDark) continue;
    for (let x = index * scale; x < (index + 1) * scale; x++) {
      const byte = x >> 3;
      row[byte] = (row[byte] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
}

/** Width, height, bits a sample; then grey, deflate, the five filters and no interlacing, all of which are 0. */
function headerOf(size: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  view.setUint8(8, 1);
  return header;
}
