import type { Orientation } from "./orientation.ts";
import { BLOCK_SAMPLES, BLOCK_SIDE, type Plane } from "./planes.ts";

/** Reads a plane block by block as people will see it. What lies beyond the picture's edge repeats the edge. */
export class TurnedPlane {
  readonly h: number;
  readonly v: number;
  /** Divisors, row by row, for the turned blocks. */
  readonly quantization: Uint16Array;
  readonly #plane: Plane;
  readonly #turn: Orientation;
  readonly #width: number;
  readonly #height: number;
  readonly #isUpright: boolean;
  readonly #alongX = new Int32Array(BLOCK_SIDE);
  readonly #alongY = new Int32Array(BLOCK_SIDE);

  constructor(plane: Plane, turn: Orientation) {
    const { transposed } = turn;
    this.#plane = plane;
    this.#turn = turn;
    this.#isUpright = !(transposed || turn.flippedX || turn.flippedY);
    this.#width = transposed ? plane.height : plane.width;
    this.#height = transposed ? plane.width : plane.height;
    this.h = transposed ? plane.v : plane.h;
    this.v = transposed ? plane.h : plane.v;
    const quantization = plane.quantization ?? new Uint16Array(BLOCK_SAMPLES).fill(1);
    this.quantization = transposed ? transpose(quantization) : quantization;
  }

  /** Copies the samples of one block of the turned plane, row by row. */
  readBlock(column: number, row: number, into: Int16Array): void {
    const [left, top] = [column * BLOCK_SIDE, row * BLOCK_SIDE];
    const isWhole = left + BLOCK_SIDE <= this.#width && top + BLOCK_SIDE <= this.#height;
    if (this.#isUpright && isWhole) {
      const start = (row * this.#plane.blocksAcross + column) * BLOCK_SAMPLES;
      into.set(this.#plane.blocks.subarray(start, start + BLOCK_SAMPLES));
      return;
    }
    for (let n = 0; n < BLOCK_SIDE; n++) {
      this.#alongX[n] = this.#offset(Math.min(left + n, this.#width - 1), this.#turn.transposed);
      this.#alongY[n] = this.#offset(Math.min(top + n, this.#height - 1), !this.#turn.transposed);
    }
    const { blocks } = this.#plane;
    for (let index = 0; index < BLOCK_SAMPLES; index++) {
      into[index] = blocks[(this.#alongX[index & 7] ?? 0) + (this.#alongY[index >> 3] ?? 0)] ?? 0;
    }
  }

  /** Where a turned coordinate's samples begin in the stored plane: the two coordinates' parts add up. */
  #offset(coordinate: number, isStoredRow: boolean): number {
    const { width, height, blocksAcross } = this.#plane;
    if (isStoredRow) {
      const y = this.#turn.flippedY ? height - 1 - coordinate : coordinate;
      return (y >> 3) * blocksAcross * BLOCK_SAMPLES + (y & 7) * BLOCK_SIDE;
    }
    const x = this.#turn.flippedX ? width - 1 - coordinate : coordinate;
    return (x >> 3) * BLOCK_SAMPLES + (x & 7);
  }
}

function transpose(quantization: Uint16Array): Uint16Array {
  return quantization.map((_, index) => quantization[(index & 7) * BLOCK_SIDE + (index >> 3)] ?? 1);
}
