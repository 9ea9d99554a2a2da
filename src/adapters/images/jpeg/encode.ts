import { MAX_STORED_BYTES } from "../bounds.ts";
import { ImageRefused } from "../refused.ts";
import { forwardScale, toCoefficients } from "./dct.ts";
import { MARKER } from "./file.ts";
import { BLOCK_SAMPLES, unitsOf } from "./planes.ts";
import { type Codes, codesOf, STANDARD } from "./standard-codes.ts";
import { ZIGZAG } from "./tables.ts";
import type { TurnedPlane } from "./turn.ts";

/** What a sequential JPEG of eight bits can say: numbers of ten bits, eleven for a difference of first coefficients. */
const MAX_COEFFICIENT = 1_023;
const END_OF_BLOCK = 0x00;
const SIXTEEN_ZEROS = 0xf0;
const LAST = BLOCK_SAMPLES - 1;

/**
 * A sequential JPEG of the planes, with the divisors that the picture came with: as fine as it was, and about as
 * large. It holds the picture and nothing else.
 * @throws ImageRefused when it would be larger than is stored
 */
export function encodeJpeg(width: number, height: number, planes: readonly TurnedPlane[]): Uint8Array {
  const writer = new Writer();
  writeHeaders(writer, width, height, planes);
  const components = planes.map((plane, index) => new ComponentEncoder(plane, index));
  const { across, down } = unitsOf(width, height, planes);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      for (const component of components) component.writeUnit(writer, row, column);
    }
  }
  writer.endScan();
  writer.marker(MARKER.end);
  return writer.taken();
}

function writeHeaders(writer: Writer, width: number, height: number, planes: readonly TurnedPlane[]): void {
  writer.marker(MARKER.begin);
  // JFIF 1.01 without a thumbnail: it says that the components are luma and chroma.
  writer.segment(MARKER.app0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  planes.forEach(({ quantization }, index) => {
    writer.segment(
      MARKER.quantization,
      [index, ...ZIGZAG].map((at, n) => (n === 0 ? at : divisor(quantization, at))),
    );
  });
  const components = planes.flatMap(({ h, v }, index) => [index + 1, (h << 4) | v, index]);
  writer.segment(MARKER.baseline, [
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    planes.length,
    ...components,
  ]);
  STANDARD.slice(0, planes.length).forEach(({ dc, ac }, index) => {
    writer.segment(MARKER.huffman, [index, ...dc.counts, ...dc.symbols, 0x10 | index, ...ac.counts, ...ac.symbols]);
  });
  const selected = planes.flatMap((_, index) => [index + 1, index === 0 ? 0x00 : 0x11]);
  writer.segment(MARKER.scan, [planes.length, ...selected, 0, LAST, 0]);
}

/** A sequential JPEG of eight bits has divisors of eight bits. */
function divisor(quantization: Uint16Array, at: number): number {
  return Math.min(quantization[at] ?? 1, 255);
}

class ComponentEncoder {
  readonly #plane: TurnedPlane;
  readonly #scale: Float64Array;
  readonly #dc: Codes;
  readonly #ac: Codes;
  readonly #samples = new Int16Array(BLOCK_SAMPLES);
  readonly #coefficients = new Int16Array(BLOCK_SAMPLES);
  #last = 0;

  constructor(plane: TurnedPlane, index: number) {
    const { dc, ac } = STANDARD[index === 0 ? 0 : 1];
    this.#plane = plane;
    this.#scale = forwardScale(plane.quantization.map((_, at) => divisor(plane.quantization, at)));
    this.#dc = codesOf(dc);
    this.#ac = codesOf(ac);
  }

  writeUnit(writer: Writer, row: number, column: number): void {
    const { h, v } = this.#plane;
    for (let y = row * v; y < (row + 1) * v; y++) {
      for (let x = column * h; x < (column + 1) * h; x++) this.#writeBlock(writer, x, y);
    }
  }

  #writeBlock(writer: Writer, column: number, row: number): void {
    const coefficients = this.#coefficients;
    this.#plane.readBlock(column, row, this.#samples);
    toCoefficients(this.#samples, this.#scale, coefficients);
    const first = coefficients[0] ?? 0;
    writer.number(this.#dc, 0, first - this.#last);
    this.#last = first;
    let zeros = 0;
    for (let k = 1; k <= LAST; k++) {
      const value = coefficients[ZIGZAG[k] ?? 0] ?? 0;
      if (value === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) writer.symbol(this.#ac, SIXTEEN_ZEROS);
      writer.number(this.#ac, zeros << 4, Math.max(-MAX_COEFFICIENT, Math.min(MAX_COEFFICIENT, value)));
      zeros = 0;
    }
    if (zeros > 0) writer.symbol(this.#ac, END_OF_BLOCK);
  }
}

/** A growing file, and the bits of its scan. */
class Writer {
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;
  #bits = 0;
  #count = 0;

  marker(marker: number): void {
    this.#byte(0xff);
    this.#byte(marker);
  }

  segment(marker: number, body: readonly number[]): void {
    const length = body.length + 2;
    this.marker(marker);
    for (const byte of [length >> 8, length & 255, ...body]) this.#byte(byte);
  }

  symbol(codes: Codes, symbol: number): void {
    this.#put(codes.code[symbol] ?? 0, codes.length[symbol] ?? 0);
  }

  /** A symbol that holds a number's size in its low four bits, then the number (T.81, F.1.2). */
  number(codes: Codes, high: number, value: number): void {
    const size = 32 - Math.clz32(Math.abs(value));
    this.symbol(codes, high | size);
    if (size > 0) this.#put((value < 0 ? value - 1 : value) & ((1 << size) - 1), size);
  }

  /** Fills the last byte with ones. */
  endScan(): void {
    this.#put(0x7f, 7);
    this.#count = 0;
  }

  taken(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #put(value: number, count: number): void {
    this.#bits = (this.#bits << count) | value;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#bits >>> this.#count) & 255;
      this.#byte(byte);
      if (byte === 0xff) this.#byte(0);
    }
  }

  #byte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = byte;
  }

  #grow(): void {
    if (this.#length >= MAX_STORED_BYTES) throw new ImageRefused("too_detailed");
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
