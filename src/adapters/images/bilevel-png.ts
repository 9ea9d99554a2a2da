import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const HEADER_BYTES = 13;
/** Filter types of PNG, section 9.2: a row as it is, or its difference from the row above. */
const FILTER_NONE = 0;
const FILTER_UP = 2;
/** Repeated rows are all zeros after filtering: a higher level finds nothing more. */
const DEFLATE = { level: 1 };

/**
 * Encodes a black-and-white square as a greyscale PNG of one bit per pixel.
 * @param dark for each row, which of its modules are black
 * @param scale pixels per module, in both directions
 */
export function encodeBilevelPng(dark: readonly (readonly boolean[])[], scale: number): Uint8Array {
  const size = dark.length * scale;
  const rowBytes = 1 + Math.ceil(size / 8);
  const rows = new Uint8Array(rowBytes * size);
  for (const [index, modules] of dark.entries()) {
    const first = index * scale * rowBytes;
    rows[first] = FILTER_NONE;
    writeRow(rows.subarray(first + 1, first + rowBytes), modules, scale);
    for (let repeated = 1; repeated < scale; repeated++) rows[first + repeated * rowBytes] = FILTER_UP;
  }
  // node:zlib deflates natively: every admitted guest waits for this image.
  const parts = [
    SIGNATURE,
    ...chunk("IHDR", headerOf(size)),
    ...chunk("IDAT", deflateSync(rows, DEFLATE)),
    ...chunk("IEND"),
  ];
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** One bit per pixel, where 1 is white: all white first, then the dark modules. */
function writeRow(row: Uint8Array, modules: readonly boolean[], scale: number): void {
  row.fill(0xff);
  for (const [index, isDark] of modules.entries()) {
    if (!isDark) continue;
    for (let x = index * scale; x < (index + 1) * scale; x++) {
      const byte = x >> 3;
      row[byte] = (row[byte] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
}

/** Width, height and bits per sample; colour type, compression, filter method and interlacing are all 0. */
function headerOf(size: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  view.setUint8(8, 1);
  return header;
}

/** Length, type, body and CRC of a chunk (PNG, section 5.3). */
function chunk(type: string, body: Uint8Array = new Uint8Array()): Uint8Array[] {
  const name = new TextEncoder().encode(type);
  return [uint32(body.length), name, body, uint32(crc32(body, crc32(name)))];
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
