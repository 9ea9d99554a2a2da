/** The decoder of QR codes, half of the scanner's script, which scan/camera.ts loads with the camera. */
export { default as decode } from "qr/decode.js";
