import { MAX_PIXELS } from "../bounds.ts";
import { ImageRefused } from "../refused.ts";
import { decodeJpeg } from "./decode.ts";
import { encodeJpeg } from "./encode.ts";
import type { JpegFile } from "./file.ts";
import { orientationOf } from "./orientation.ts";
import { countSamples, type Plane } from "./planes.ts";
import { TurnedPlane } from "./turn.ts";

/** Two bytes each: 50 MB of an isolate's 128. Enough for the most pixels that are taken where colour is subsampled. */
const MAX_SAMPLES = MAX_PIXELS * 1.5;

/**
 * A JPEG decoded to its samples, turned upright and encoded anew, all inside the isolate.
 * @throws ImageRefused
 */
export function reencodeJpeg(file: JpegFile): Uint8Array {
  const { frame } = file;
  if (countSamples(frame) > MAX_SAMPLES) throw new ImageRefused("too_many_pixels");
  const planes = decodeJpeg(file);
  if (file.isRgb) toLumaAndChroma(planes);
  const turn = orientationOf(file.orientation);
  const [width, height] = turn.transposed ? [frame.height, frame.width] : [frame.width, frame.height];
  return encodeJpeg(
    width,
    height,
    planes.map((plane) => new TurnedPlane(plane, turn)),
  );
}

/** Red, green and blue to luma and chroma, in their place (JFIF 1.02, page 3). */
function toLumaAndChroma(planes: readonly Plane[]): void {
  const [red, green, blue] = planes.map(({ blocks }) => blocks);
  if (!red || !green || !blue) return;
  // Components of different resolutions are never red, green and blue in practice.
  if (red.length !== green.length || red.length !== blue.length) throw new ImageRefused("variant");
  for (let index = 0; index < red.length; index++) {
    const [r, g, b] = [red[index] ?? 0, green[index] ?? 0, blue[index] ?? 0];
    red[index] = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
    green[index] = Math.round(-0.168736 * r - 0.331264 * g + 0.5 * b);
    blue[index] = Math.round(0.5 * r - 0.418688 * g - 0.081312 * b);
  }
}
