import { ImageRefused } from "./refused.ts";

/** 4,096 × 4,096: what phones take today, and what fits an isolate's 128 MB while it is worked on. */
export const MAX_PIXELS = 2 ** 24;
/** Twice what any screen has across, in pixels. */
export const MAX_SIDE = 12_000;
/** Encoded anew an image may be twice what may be sent. Nothing that a camera or a designer makes comes near. */
export const MAX_STORED_BYTES = 4 * 1024 * 1024;

/**
 * Asked of a header, before a byte of picture is looked at.
 * @throws ImageRefused
 */
export function requireBounds(width: number, height: number): void {
  if (width === 0 || height === 0) throw new ImageRefused("damaged");
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) throw new ImageRefused("too_many_pixels");
}
