import decodeQr from "qr/decode.js";

/**
 * Returns the text of the QR code in a video frame. A separate script, which scan/camera.ts loads with the camera,
 * because it is half the size of the scanner's script.
 * @throws Error for a frame without a complete code
 */
export function decode(frame: ImageData): string {
  return decodeQr(frame);
}
