import { crc32, deflateSync } from "node:zlib";
import encodeQR from "qr";
import { utf8 } from "../../kernel/bytes.ts";

/** Pixels a module. */
const SCALE = 4;
/** ISO/IEC 18004 asks for four modules of light around the code. */
const QUIET_MODULES = 4;
/** 15 % of the code may be lost: a scratched screen or a thumb. */
const ERROR_CORRECTION = "medium";

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** How a line is stored (PNG, 9.2): as it is, or as what differs from the line above. */
const FILTER_NONE = 0;
const FILTER_UP = 2;
/** Three lines of four repeat the one above and are zeros: a harder search finds nothing more. */
const DEFLATE = { level: 1 };

/**
 * A text as a QR code: a PNG of one bit a pixel, in base64. The picture is written here and not by a library, because
 * every guest who comes has one drawn while they wait, and the platform's own deflate is many times as fast.
 */
export function qrPng(text: string): string {
  const modules = encodeQR(text, "raw", { ecc: ERROR_CORRECTION, encoding: "byte", border: QUIET_MODULES });
  const size = modules.length * SCALE;
  const lineBytes = 1 + Math.ceil(size / 8);
  const lines = new Uint8Array(lineBytes * size);
  for (const [row, dark] of modules.entries()) {
    const first = row * SCALE * lineBytes;
    lines[first] = FILTER_NONE;
    drawLine(lines.subarray(first + 1, first + lineBytes), dark);
    for (let repeated = 1; repeated < SCALE; repeated++) lines[first + repeated * lineBytes] = FILTER_UP;
  }
  return png(size, deflateSync(lines, DEFLATE));
}

/** A row of modules as pixels. One bit a pixel, 1 is white: all light, then the dark modules. */
function drawLine(line: Uint8Array, dark: readonly boolean[]): void {
  line.fill(0xff);
  for (const [column, isDark] of dark.entries()) {
    if (!isDark) continue;
    for (let x = column * SCALE; x < (column + 1) * SCALE; x++) {
      const byte = x >> 3;
      line[byte] = (line[byte] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
}

/** A square picture in greys of one bit. @param data its filtered lines, deflated */
function png(size: number, data: Uint8Array): string {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  // Bits a sample; then grey, deflate, the five filters, no interlacing: all of them 0.
  header[8] = 1;
  const parts = [PNG_SIGNATURE, ...chunk("IHDR", header), ...chunk("IDAT", data), ...chunk("IEND", new Uint8Array(0))];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole.toBase64();
}

/** Length, name, data, and the sum over the last two (PNG, 5.3). */
function chunk(name: string, data: Uint8Array): Uint8Array[] {
  const bytes = utf8(name);
  return [uint32(data.length), bytes, data, uint32(crc32(data, crc32(bytes)))];
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
