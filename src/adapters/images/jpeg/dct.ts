import { BLOCK_SAMPLES, BLOCK_SIDE } from "./planes.ts";

// The scaled transform of Arai, Agui and Nakajima, in floating point as libjpeg has it (jfdctflt.c, jidctflt.c): five
// multiplications for eight samples, the rest of them folded into the divisors.

const SCALE = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];
const SQRT_2 = Math.SQRT2;

/** The workspace of both transforms: neither waits for anything while it is in use. */
const WORK = new Float64Array(BLOCK_SAMPLES);

/** What coefficients are multiplied with on their way back to samples. */
export function inverseScale(quantization: Uint16Array): Float64Array {
  return Float64Array.from(quantization, (divisor, index) => (divisor * scaleAt(index)) / BLOCK_SIDE);
}

/** What transformed samples are multiplied with to become coefficients. */
export function forwardScale(quantization: Uint16Array): Float64Array {
  return Float64Array.from(quantization, (divisor, index) => 1 / (divisor * scaleAt(index) * BLOCK_SIDE));
}

function scaleAt(index: number): number {
  return (SCALE[index >> 3] ?? 1) * (SCALE[index & 7] ?? 1);
}

/** Turns the coefficients of the block at `start` into samples of -128 to 127, in their place. */
export function toSamples(blocks: Int16Array, start: number, scale: Float64Array): void {
  let detail = 0;
  for (let index = 1; index < BLOCK_SAMPLES; index++) detail |= blocks[start + index] ?? 0;
  if (detail === 0) {
    const level = clamp((blocks[start] ?? 0) * (scale[0] ?? 0));
    blocks.fill(level, start, start + BLOCK_SAMPLES);
    return;
  }
  for (let index = 0; index < BLOCK_SAMPLES; index++) WORK[index] = (blocks[start + index] ?? 0) * (scale[index] ?? 0);
  for (let column = 0; column < BLOCK_SIDE; column++) inverse(WORK, column, BLOCK_SIDE);
  for (let row = 0; row < BLOCK_SAMPLES; row += BLOCK_SIDE) inverse(WORK, row, 1);
  for (let index = 0; index < BLOCK_SAMPLES; index++) blocks[start + index] = clamp(WORK[index] ?? 0);
}

/** Turns 64 samples of -128 to 127 into quantized coefficients, both row by row. */
export function toCoefficients(samples: Int16Array, scale: Float64Array, coefficients: Int16Array): void {
  WORK.set(samples);
  for (let row = 0; row < BLOCK_SAMPLES; row += BLOCK_SIDE) forward(WORK, row, 1);
  for (let column = 0; column < BLOCK_SIDE; column++) forward(WORK, column, BLOCK_SIDE);
  for (let index = 0; index < BLOCK_SAMPLES; index++) {
    coefficients[index] = Math.round((WORK[index] ?? 0) * (scale[index] ?? 0));
  }
}

function clamp(value: number): number {
  return Math.max(-128, Math.min(127, Math.round(value)));
}

function inverse(w: Float64Array, at: number, step: number): void {
  const c0 = w[at] ?? 0;
  const c1 = w[at + step] ?? 0;
  const c2 = w[at + 2 * step] ?? 0;
  const c3 = w[at + 3 * step] ?? 0;
  const c4 = w[at + 4 * step] ?? 0;
  const c5 = w[at + 5 * step] ?? 0;
  const c6 = w[at + 6 * step] ?? 0;
  const c7 = w[at + 7 * step] ?? 0;
  const evenSum = c2 + c6;
  const evenTurn = (c2 - c6) * SQRT_2 - evenSum;
  const e0 = c0 + c4 + evenSum;
  const e3 = c0 + c4 - evenSum;
  const e1 = c0 - c4 + evenTurn;
  const e2 = c0 - c4 - evenTurn;
  const z10 = c5 - c3;
  const z11 = c1 + c7;
  const z12 = c1 - c7;
  const z13 = c5 + c3;
  const o7 = z11 + z13;
  const z5 = (z10 + z12) * 1.847759065;
  const o6 = z5 - z10 * 2.61312593 - o7;
  const o5 = (z11 - z13) * SQRT_2 - o6;
  const o4 = z5 - z12 * 1.0823922 - o5;
  w[at] = e0 + o7;
  w[at + step] = e1 + o6;
  w[at + 2 * step] = e2 + o5;
  w[at + 3 * step] = e3 + o4;
  w[at + 4 * step] = e3 - o4;
  w[at + 5 * step] = e2 - o5;
  w[at + 6 * step] = e1 - o6;
  w[at + 7 * step] = e0 - o7;
}

function forward(w: Float64Array, at: number, step: number): void {
  const s0 = w[at] ?? 0;
  const s1 = w[at + step] ?? 0;
  const s2 = w[at + 2 * step] ?? 0;
  const s3 = w[at + 3 * step] ?? 0;
  const s4 = w[at + 4 * step] ?? 0;
  const s5 = w[at + 5 * step] ?? 0;
  const s6 = w[at + 6 * step] ?? 0;
  const s7 = w[at + 7 * step] ?? 0;
  const e0 = s0 + s7;
  const e1 = s1 + s6;
  const e2 = s2 + s5;
  const e3 = s3 + s4;
  const o7 = s0 - s7;
  const o6 = s1 - s6;
  const o5 = s2 - s5;
  const o4 = s3 - s4;
  const even = e0 - e3;
  const z1 = (e1 - e2 + even) * Math.SQRT1_2;
  w[at] = e0 + e3 + e1 + e2;
  w[at + 4 * step] = e0 + e3 - e1 - e2;
  w[at + 2 * step] = even + z1;
  w[at + 6 * step] = even - z1;
  const odd0 = o4 + o5;
  const odd1 = o5 + o6;
  const odd2 = o6 + o7;
  const z5 = (odd0 - odd2) * 0.382683433;
  const z2 = odd0 * 0.5411961 + z5;
  const z4 = odd2 * 1.306562965 + z5;
  const z3 = odd1 * Math.SQRT1_2;
  const z11 = o7 + z3;
  const z13 = o7 - z3;
  w[at + 5 * step] = z13 + z2;
  w[at + 3 * step] = z13 - z2;
  w[at + step] = z11 + z4;
  w[at + 7 * step] = z11 - z4;
}
