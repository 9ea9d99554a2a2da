import { ImageRefused } from "../refused.ts";
import type { Frame } from "./file.ts";
import { BitReader, type HuffmanTable } from "./huffman.ts";
import { BLOCK_SAMPLES, BLOCK_SIDE, type Plane, UNSEEN, unitsOf } from "./planes.ts";
import { type Tables, ZIGZAG } from "./tables.ts";

const LAST = BLOCK_SAMPLES - 1;
/** A run of 16 zeros in an AC symbol; every other symbol of size 0 ends the block. */
const MAX_RUN = 15;
const MAX_SHIFT = 13;
/** T.81, table F.1 has eleven for samples of eight bits. */
const MAX_FIRST_BITS = 11;

/** What one component brings to a scan. */
interface ScanComponent {
  plane: Plane;
  dc: HuffmanTable | undefined;
  ac: HuffmanTable | undefined;
  /** The last block's first coefficient, of which only the difference is written. */
  predicted: number;
}

/** The parameters of a scan (T.81, B.2.3): which coefficients it brings, and which of their bits. */
interface Scan {
  components: ScanComponent[];
  start: number;
  end: number;
  /** The bits below this one are still to come. */
  shift: number;
  /** Whether it brings one more bit of what an earlier scan began. */
  refines: boolean;
}

/**
 * Adds one scan to the coefficients of its components' planes.
 * @param planes one for each component of the frame
 * @returns the planes whose first coefficients the scan brought
 * @throws ImageRefused for data that ends early or contradicts itself
 */
export function decodeScan(
  frame: Frame,
  planes: readonly Plane[],
  tables: Tables,
  parameters: Uint8Array,
  data: Uint8Array,
): Plane[] {
  const scan = readParameters(frame, planes, tables, parameters);
  new ScanDecoder(scan, frame.progressive, new BitReader(data), tables.restartInterval).run(frame);
  return scan.start === 0 ? scan.components.map(({ plane }) => plane) : [];
}

function readParameters(frame: Frame, planes: readonly Plane[], tables: Tables, body: Uint8Array): Scan {
  const count = body[0] ?? 0;
  if (count < 1 || count > frame.components.length || body.length !== 4 + 2 * count) throw new ImageRefused("damaged");
  const indexes = new Set<number>();
  const components = Array.from({ length: count }, (_, n) => {
    const index = frame.components.findIndex(({ id }) => id === body[1 + 2 * n]);
    const plane = planes[index];
    if (plane === undefined || indexes.has(index)) throw new ImageRefused("damaged");
    indexes.add(index);
    const selected = body[2 + 2 * n] ?? 0;
    return { plane, dc: tables.dc[selected >> 4], ac: tables.ac[selected & 15], predicted: 0 };
  });
  const [start = 0, end = 0, bits = 0] = body.subarray(1 + 2 * count);
  const scan = frame.progressive
    ? { components, start, end, shift: bits & 15, refines: bits >> 4 !== 0 }
    : { components, start: 0, end: LAST, shift: 0, refines: false };
  const isBand = start === 0 ? end === 0 : start <= end && end <= LAST && count === 1;
  if (frame.progressive && (!isBand || scan.shift > MAX_SHIFT)) throw new ImageRefused("damaged");
  for (const { plane } of components) requireNext(plane.missingBits, scan, bits >> 4);
  return scan;
}

/**
 * Every bit of a coefficient comes once, the highest first (T.81, G.1.1.1.2): a file that says the same over and over
 * would keep its decoder busy for nothing.
 */
function requireNext(missingBits: Int8Array, { start, end, shift, refines }: Scan, before: number): void {
  for (let k = start; k <= end; k++) {
    const expected = refines ? before : UNSEEN;
    if (missingBits[k] !== expected || (refines && shift !== before - 1)) throw new ImageRefused("damaged");
    missingBits[k] = shift;
  }
}

/** T.81, annex F.2 for the whole blocks of a sequential scan, annex G.2 for the bits that a progressive one brings. */
class ScanDecoder {
  readonly #scan: Scan;
  readonly #reader: BitReader;
  readonly #restartInterval: number;
  readonly #decode: (component: ScanComponent, at: number) => void;
  #unitsLeft: number;
  /** Blocks to come that this scan has nothing more for. */
  #endOfBand = 0;

  constructor(scan: Scan, progressive: boolean, reader: BitReader, restartInterval: number) {
    this.#scan = scan;
    this.#reader = reader;
    this.#restartInterval = restartInterval;
    this.#unitsLeft = restartInterval;
    if (!progressive) this.#decode = this.#whole;
    else if (scan.start === 0) this.#decode = scan.refines ? this.#refineFirst : this.#first;
    else this.#decode = scan.refines ? this.#refineBand : this.#band;
  }

  run(frame: Frame): void {
    const [only, another] = this.#scan.components;
    if (only !== undefined && another === undefined) this.#runAlone(only);
    else this.#runInterleaved(frame);
  }

  /** A component alone: its blocks row by row, without those that only fill up units. */
  #runAlone(component: ScanComponent): void {
    const { width, height, blocksAcross } = component.plane;
    const [across, down] = [Math.ceil(width / BLOCK_SIDE), Math.ceil(height / BLOCK_SIDE)];
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++) {
        this.#beginUnit();
        this.#decode(component, (row * blocksAcross + column) * BLOCK_SAMPLES);
      }
    }
  }

  #runInterleaved(frame: Frame): void {
    const { across, down } = unitsOf(frame.width, frame.height, frame.components);
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++) {
        this.#beginUnit();
        for (const component of this.#scan.components) this.#decodeUnit(component, row, column);
      }
    }
  }

  #decodeUnit(component: ScanComponent, row: number, column: number): void {
    const { h, v, blocksAcross } = component.plane;
    for (let y = row * v; y < (row + 1) * v; y++) {
      for (let x = column * h; x < (column + 1) * h; x++) {
        this.#decode(component, (y * blocksAcross + x) * BLOCK_SAMPLES);
      }
    }
  }

  #beginUnit(): void {
    if (this.#restartInterval === 0) return;
    if (this.#unitsLeft === 0) {
      this.#reader.restart();
      this.#endOfBand = 0;
      for (const component of this.#scan.components) component.predicted = 0;
      this.#unitsLeft = this.#restartInterval;
    }
    this.#unitsLeft--;
  }

  #whole(component: ScanComponent, at: number): void {
    const { blocks } = component.plane;
    const ac = demand(component.ac);
    blocks[at] = this.#nextFirst(component);
    for (let k = 1; k <= LAST; k++) {
      const symbol = this.#reader.symbol(ac);
      const size = symbol & 15;
      k += symbol >> 4;
      if (size > 0) blocks[at + zigzag(k)] = this.#reader.signed(size);
      else if (symbol >> 4 < MAX_RUN) return;
    }
  }

  #first(component: ScanComponent, at: number): void {
    component.plane.blocks[at] = this.#nextFirst(component) << this.#scan.shift;
  }

  #refineFirst(component: ScanComponent, at: number): void {
    const { blocks } = component.plane;
    if (this.#reader.bits(1) === 1) blocks[at] = (blocks[at] ?? 0) | (1 << this.#scan.shift);
  }

  #nextFirst(component: ScanComponent): number {
    const size = this.#reader.symbol(demand(component.dc));
    if (size > MAX_FIRST_BITS) throw new ImageRefused("damaged");
    if (size > 0) component.predicted += this.#reader.signed(size);
    return component.predicted;
  }

  #band(component: ScanComponent, at: number): void {
    if (this.#endOfBand > 0) {
      this.#endOfBand--;
      return;
    }
    const { start, end, shift } = this.#scan;
    const ac = demand(component.ac);
    for (let k = start; k <= end; k++) {
      const symbol = this.#reader.symbol(ac);
      const [run, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && run < MAX_RUN) {
        this.#endOfBand = this.#bandsToSkip(run) - 1;
        return;
      }
      k += run;
      if (size > 0) component.plane.blocks[at + zigzag(k)] = this.#reader.signed(size) << shift;
    }
  }

  #refineBand(component: ScanComponent, at: number): void {
    const { start, end, shift } = this.#scan;
    const { blocks } = component.plane;
    let k = start;
    for (; k <= end && this.#endOfBand === 0; k++) {
      const symbol = this.#reader.symbol(demand(component.ac));
      const [run, size] = [symbol >> 4, symbol & 15];
      if (size > 1) throw new ImageRefused("damaged");
      if (size === 0 && run < MAX_RUN) {
        this.#endOfBand = this.#bandsToSkip(run);
        break;
      }
      const value = size === 0 ? 0 : this.#reader.bits(1) === 1 ? 1 << shift : -1 << shift;
      k = this.#refineUntil(blocks, at, k, run);
      if (value !== 0) blocks[at + zigzag(k)] = value;
    }
    if (this.#endOfBand === 0) return;
    this.#refineUntil(blocks, at, k, BLOCK_SAMPLES);
    this.#endOfBand--;
  }

  /** Refines what is not zero, and goes past `zeros` zeros; returns where the next one stands, or one past the band. */
  #refineUntil(blocks: Int16Array, at: number, from: number, zeros: number): number {
    const { end, shift } = this.#scan;
    const step = 1 << shift;
    for (let k = from, left = zeros; k <= end; k++) {
      const index = at + (ZIGZAG[k] ?? 0);
      const value = blocks[index] ?? 0;
      if (value === 0) {
        if (left-- === 0) return k;
      } else if (this.#reader.bits(1) === 1 && (value & step) === 0) {
        blocks[index] = value + (value > 0 ? step : -step);
      }
    }
    return end + 1;
  }

  #bandsToSkip(bits: number): number {
    return (1 << bits) + this.#reader.bits(bits);
  }
}

function demand(table: HuffmanTable | undefined): HuffmanTable {
  if (table === undefined) throw new ImageRefused("damaged");
  return table;
}

function zigzag(k: number): number {
  const index = ZIGZAG[k];
  if (index === undefined) throw new ImageRefused("damaged");
  return index;
}
