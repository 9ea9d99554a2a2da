import type { Frame } from "./file.ts";

export const BLOCK_SIDE = 8;
export const BLOCK_SAMPLES = 64;

/** No scan has brought anything of a coefficient. */
export const UNSEEN = -1;

/**
 * One component of a picture in blocks of 8 × 8, as many as whole units fill. The same memory holds the coefficients
 * while scans are read and the samples, -128 to 127, afterwards: a picture of 12 megapixels takes 36 MB and no more.
 */
export interface Plane {
  h: number;
  v: number;
  /** Samples that are a part of the picture. */
  width: number;
  height: number;
  /** Blocks that are stored. */
  blocksAcross: number;
  blocksDown: number;
  blocks: Int16Array;
  /** For each coefficient in zigzag order: how many of its lowest bits no scan has brought yet; UNSEEN: not one bit. */
  missingBits: Int8Array;
  /** Divisors, row by row; null while no scan has brought the component. */
  quantization: Uint16Array | null;
}

/** How a frame is cut into units of one or more blocks of every component. */
export interface Units {
  across: number;
  down: number;
  hMax: number;
  vMax: number;
}

export function unitsOf(width: number, height: number, factors: readonly { h: number; v: number }[]): Units {
  const hMax = Math.max(...factors.map(({ h }) => h));
  const vMax = Math.max(...factors.map(({ v }) => v));
  return {
    across: Math.ceil(width / (BLOCK_SIDE * hMax)),
    down: Math.ceil(height / (BLOCK_SIDE * vMax)),
    hMax,
    vMax,
  };
}

/** How many samples all components of a frame have together. */
export function countSamples({ width, height, components }: Frame): number {
  const { hMax, vMax } = unitsOf(width, height, components);
  const share = components.reduce((sum, { h, v }) => sum + (h * v) / (hMax * vMax), 0);
  return width * height * share;
}
