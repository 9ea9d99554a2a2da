import { decode } from "fast-png";
import readQr from "jsqr";

/**
 * Reads the text of a QR code in a PNG, and its version: 17 + 4 · version modules per side. The decoder shares no code with the
 * encoder.
 */
export function seenInPNG(file: Uint8Array): { text: string; version: number } {
  const { width, height, data, depth } = decode(file);
  const rowBytes = Math.ceil((width * depth) / 8);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      pixels.set([bit * 255, bit * 255, bit * 255, 255], (y * width + x) * 4);
    }
  }
  const code = readQr(pixels, width, height);
  if (code === null) throw new Error("no QR code is to be seen");
  return { text: code.data, version: code.version };
}
