import { decode } from "fast-png";
import type { Locator } from "playwright-core";
import decodeQR from "qr/decode.js";

/** Reads a QR code from the screen, as a phone's camera does. */
export async function photograph(code: Locator): Promise<string> {
  const { width, height, data, channels } = decode(await code.screenshot());
  const pixels = Uint8ClampedArray.from({ length: width * height * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : (data[(index >> 2) * channels + (index % 4)] ?? 255),
  );
  return decodeQR({ width, height, data: pixels });
}
