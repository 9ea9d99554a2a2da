import { ImageRefused } from "../refused.ts";
import type { Pass } from "./file.ts";

/** PNG (third edition), table 9.1: none, sub, up, average, Paeth. */
const LAST_FILTER = 4;

/**
 * Follows a PNG's raw rows as they are decompressed, and lets through what is a picture of the header's size: as many
 * rows as it has, each with a filter that there is.
 *
 * The bytes of a row are not touched. A filter is reversible, so that decoding a row to its samples and encoding them
 * with the filter that the picture's author found best gives the same bytes back, at ten times the cost.
 */
export class RowGuard {
  readonly #passes: Iterator<Pass>;
  #rowBytes = 0;
  #rowsLeft = 0;
  /** Bytes of the row that are still to come; 0: the next byte is a filter. */
  #bytesLeft = 0;

  constructor(passes: readonly Pass[]) {
    this.#passes = passes[Symbol.iterator]();
  }

  /**
   * The next raw bytes, however they were cut.
   * @throws ImageRefused for a byte more than the header's size has, and for a filter that there is not
   */
  check(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#bytesLeft === 0) {
        this.#nextRow();
        if ((bytes[at++] ?? 0) > LAST_FILTER) throw new ImageRefused("damaged");
      }
      const passed = Math.min(this.#bytesLeft, bytes.length - at);
      this.#bytesLeft -= passed;
      at += passed;
    }
  }

  /** @throws ImageRefused when rows are missing */
  requireComplete(): void {
    if (this.#bytesLeft > 0 || this.#rowsLeft > 0 || !this.#passes.next().done) throw new ImageRefused("damaged");
  }

  #nextRow(): void {
    if (this.#rowsLeft === 0) {
      const pass = this.#passes.next();
      if (pass.done) throw new ImageRefused("damaged");
      this.#rowsLeft = pass.value.rows;
      this.#rowBytes = pass.value.rowBytes;
    }
    this.#rowsLeft--;
    this.#bytesLeft = this.#rowBytes;
  }
}
