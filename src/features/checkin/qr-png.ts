import { encode } from "fast-png";
import qrcode from "qrcode-generator";

/** Pixels a module. */
const SCALE = 4;
/** ISO/IEC 18004 asks for four modules of light around the code. */
const QUIET_MODULES = 4;
/** 15 % of the code may be lost: a scratched screen or a thumb. */
const ERROR_CORRECTION = "M";

/** A text as a QR code: a PNG of one bit a pixel, in base64. */
export function qrPng(text: string): string {
  const code = qrcode(0, ERROR_CORRECTION);
  code.addData(text, "Byte");
  code.make();
  const modules = code.getModuleCount();
  const size = (modules + 2 * QUIET_MODULES) * SCALE;
  const rowBytes = Math.ceil(size / 8);
  // One bit a pixel, 1 is white: all light, then the dark modules.
  const bits = new Uint8Array(rowBytes * size).fill(0xff);
  for (let row = 0; row < modules; row++) {
    const line = darkLine(code, row, modules, rowBytes);
    for (let y = 0; y < SCALE; y++) bits.set(line, ((row + QUIET_MODULES) * SCALE + y) * rowBytes);
  }
  return encode({ width: size, height: size, data: bits, depth: 1, channels: 1 }).toBase64();
}

function darkLine(code: QRCode, row: number, modules: number, rowBytes: number): Uint8Array {
  const line = new Uint8Array(rowBytes).fill(0xff);
  for (let column = 0; column < modules; column++) {
    if (!code.isDark(row, column)) continue;
    const start = (column + QUIET_MODULES) * SCALE;
    for (let x = start; x < start + SCALE; x++) {
      const byte = x >> 3;
      line[byte] = (line[byte] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return line;
}
