import decodeQr from "qr/decode.js";

/**
 * The text of the QR code in a frame. A script of its own, half the size of the scanner's, which scan/camera.ts loads with the
 * camera.
 * @throws Error for a frame without a complete code
 */
export function decode(frame: ImageData): string {
  return decodeQr(frame);
}
