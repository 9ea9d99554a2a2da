import { ImageRefused } from "../refused.ts";
import { type HuffmanTable, huffmanTable } from "./huffman.ts";

/** Where the n-th number of a block stands in it, row by row (T.81, figure A.6). */
export const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

const CODE_LENGTHS = 16;
const BLOCK = 64;

/** The tables that are in force while scans are read; later ones replace earlier ones. */
export interface Tables {
  dc: (HuffmanTable | undefined)[];
  ac: (HuffmanTable | undefined)[];
  /** Divisors in the order of the block, row by row. */
  quantization: (Uint16Array | undefined)[];
  /** Units between two restart markers; 0: there are none. */
  restartInterval: number;
}

/** Reads the body of a DHT segment, which may hold several tables. */
export function defineHuffman(tables: Tables, body: Uint8Array): void {
  for (let at = 0; at < body.length; ) {
    const [target = 0] = body.subarray(at);
    const counts = body.subarray(at + 1, at + 1 + CODE_LENGTHS);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const start = at + 1 + CODE_LENGTHS;
    at = start + total;
    if ((target & 15) > 3 || target >> 4 > 1 || total > 256 || at > body.length) throw new ImageRefused("damaged");
    const kind = target >> 4 === 0 ? tables.dc : tables.ac;
    kind[target & 15] = huffmanTable(counts, body.subarray(start, at));
  }
}

/** Reads the body of a DQT segment, which may hold several tables. */
export function defineQuantization(tables: Tables, body: Uint8Array): void {
  for (let at = 0; at < body.length; ) {
    const target = body[at++] ?? 0;
    const bytes = target >> 4 === 0 ? 1 : 2;
    if (target >> 4 > 1 || (target & 15) > 3 || at + BLOCK * bytes > body.length) throw new ImageRefused("damaged");
    const divisors = new Uint16Array(BLOCK);
    for (let index = 0; index < BLOCK; index++, at += bytes) {
      const high = body[at] ?? 0;
      const divisor = bytes === 1 ? high : (high << 8) | (body[at + 1] ?? 0);
      if (divisor === 0) throw new ImageRefused("damaged");
      divisors[ZIGZAG[index] ?? 0] = divisor;
    }
    tables.quantization[target & 15] = divisors;
  }
}
