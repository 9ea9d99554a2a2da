import { encode } from "fast-png";
import encodeQR from "qr";

/** Pixels a module. */
const SCALE = 4;
/** ISO/IEC 18004 asks for four modules of light around the code. */
const QUIET_MODULES = 4;
/** Most of a code is repeated rows: a harder search takes twice as long and finds nothing more. */
const COMPRESSION = 2;
/** 15 % of the code may be lost: a scratched screen or a thumb. */
const ERROR_CORRECTION = "medium";

/** A text as a QR code: a PNG of one bit a pixel, in base64. */
export function qrPng(text: string): string {
  const modules = encodeQR(text, "raw", { ecc: ERROR_CORRECTION, encoding: "byte", border: QUIET_MODULES });
  const size = modules.length * SCALE;
  const rowBytes = Math.ceil(size / 8);
  const bits = new Uint8Array(rowBytes * size);
  for (const [row, dark] of modules.entries()) {
    const line = lineOf(dark, rowBytes);
    for (let y = 0; y < SCALE; y++) bits.set(line, (row * SCALE + y) * rowBytes);
  }
  const image = { width: size, height: size, data: bits, depth: 1 as const, channels: 1 };
  return encode(image, { zlib: { level: COMPRESSION } }).toBase64();
}

/** A row of modules as pixels. One bit a pixel, 1 is white: all light, then the dark modules. */
function lineOf(dark: readonly boolean[], rowBytes: number): Uint8Array {
  const line = new Uint8Array(rowBytes).fill(0xff);
  for (const [column, isDark] of dark.entries()) {
    if (!isDark) continue;
    for (let x = column * SCALE; x < (column + 1) * SCALE; x++) {
      const byte = x >> 3;
      line[byte] = (line[byte] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return line;
}
