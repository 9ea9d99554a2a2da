import { ImageRefused } from "../refused.ts";

/** Codes up to this long are looked up at once: all but the rarest. */
const LOOKUP_BITS = 9;
const MAX_CODE_BITS = 16;

/** A Huffman table as T.81, annex C derives it, made fast to decode. */
export interface HuffmanTable {
  /** First bits of the code → length << 8 | symbol; 0 where the code is longer. */
  lookup: Uint16Array;
  symbols: Uint8Array;
  /** By length: the largest code, -1 where there is none, and what is added to a code to find its symbol. */
  maxCode: Int32Array;
  offset: Int32Array;
}

/** @param counts how many codes there are of each length, 1 to 16 bits */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const lookup = new Uint16Array(1 << LOOKUP_BITS);
  const maxCode = new Int32Array(MAX_CODE_BITS + 1).fill(-1);
  const offset = new Int32Array(MAX_CODE_BITS + 1);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= MAX_CODE_BITS; length++, code <<= 1) {
    offset[length] = index - code;
    const count = counts[length - 1] ?? 0;
    if (code + count > 1 << length) throw new ImageRefused("damaged");
    for (let n = 0; n < count; n++, code++, index++) {
      maxCode[length] = code;
      if (length > LOOKUP_BITS) continue;
      const first = code << (LOOKUP_BITS - length);
      lookup.fill((length << 8) | (symbols[index] ?? 0), first, first + (1 << (LOOKUP_BITS - length)));
    }
  }
  return { lookup, symbols, maxCode, offset };
}

/** Reads the entropy-coded bits of a scan (T.81, annex F.2.2). Every method throws ImageRefused past the end. */
export class BitReader {
  readonly #data: Uint8Array;
  #at = 0;
  /** The newest bits read; only the last `#count` are still to come. */
  #bits = 0;
  #count = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  symbol(table: HuffmanTable): number {
    if (this.#count < MAX_CODE_BITS) this.#fill();
    const count = this.#count;
    const index = count >= LOOKUP_BITS ? this.#bits >>> (count - LOOKUP_BITS) : this.#bits << (LOOKUP_BITS - count);
    const found = table.lookup[index & ((1 << LOOKUP_BITS) - 1)] ?? 0;
    if (found === 0) return this.#longSymbol(table);
    const length = found >> 8;
    if (length > count) throw new ImageRefused("damaged");
    this.#count = count - length;
    return found & 255;
  }

  /** The next bits as an unsigned number, at most 16. */
  bits(count: number): number {
    if (this.#count < count) this.#fill();
    if (this.#count < count) throw new ImageRefused("damaged");
    this.#count -= count;
    return (this.#bits >>> this.#count) & ((1 << count) - 1);
  }

  /** The next bits as T.81 writes numbers: the first bit tells the sign, and no size has a number twice. */
  signed(count: number): number {
    const value = this.bits(count);
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  /** Goes past a restart marker, which must be the next thing there. */
  restart(): void {
    this.#count = 0;
    while (this.#data[this.#at] === 0xff) this.#at++;
    const marker = this.#data[this.#at++] ?? 0;
    if (marker < 0xd0 || marker > 0xd7) throw new ImageRefused("damaged");
  }

  #longSymbol(table: HuffmanTable): number {
    for (let length = LOOKUP_BITS + 1; length <= MAX_CODE_BITS && length <= this.#count; length++) {
      const code = (this.#bits >>> (this.#count - length)) & ((1 << length) - 1);
      if (code > (table.maxCode[length] ?? -1)) continue;
      this.#count -= length;
      return table.symbols[code + (table.offset[length] ?? 0)] ?? 0;
    }
    throw new ImageRefused("damaged");
  }

  /** Takes in whole bytes while they fit; stops before a marker. */
  #fill(): void {
    const data = this.#data;
    while (this.#count <= 24 && this.#at < data.length) {
      const byte = data[this.#at] ?? 0;
      if (byte === 0xff) {
        if (data[this.#at + 1] !== 0) return;
        this.#at++;
      }
      this.#at++;
      this.#bits = (this.#bits << 8) | byte;
      this.#count += 8;
    }
  }
}
