import { writeFile } from "node:fs/promises";
import { decode } from "fast-png";

const WIDTH = 640;
const HEIGHT = 480;
/** Video levels of black and white, and of no colour (ITU-R BT.601). */
const BLACK = 16;
const WHITE = 235;
const GREY = 128;

/**
 * Writes a video of a picture held before the camera, as YUV4MPEG2: uncompressed, one frame that Chromium repeats.
 * @param png black on white, as the invitation shows the door code; at most as high as the video
 */
export async function writeCameraVideo(path: string, png: Uint8Array): Promise<void> {
  const isDark = pixels(png);
  const top = Math.floor((HEIGHT - isDark.size) / 2);
  const left = Math.floor((WIDTH - isDark.size) / 2);
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(WHITE);
  for (let y = 0; y < isDark.size; y++) {
    for (let x = 0; x < isDark.size; x++) if (isDark.at(x, y)) luma[(top + y) * WIDTH + left + x] = BLACK;
  }
  const chroma = new Uint8Array((WIDTH * HEIGHT) / 2).fill(GREY);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`;
  await writeFile(path, Buffer.concat([Buffer.from(`${header}FRAME\n`), luma, chroma]));
}

/** A square picture of one bit or more a pixel. */
function pixels(png: Uint8Array): { size: number; at(x: number, y: number): boolean } {
  const { width, data, depth, channels } = decode(png);
  if (depth > 1) return { size: width, at: (x, y) => (data[(y * width + x) * channels] ?? 255) < 128 };
  const rowBytes = Math.ceil(width / 8);
  return { size: width, at: (x, y) => (((data[y * rowBytes + (x >> 3)] ?? 255) >> (7 - (x & 7))) & 1) === 0 };
}
