import { requireBounds } from "../bounds.ts";
import { ImageRefused } from "../refused.ts";
import { exifOrientation, UPRIGHT } from "./orientation.ts";

/** Markers of ITU-T T.81, table B.1. */
export const MARKER = {
  baseline: 0xc0,
  extended: 0xc1,
  progressive: 0xc2,
  huffman: 0xc4,
  begin: 0xd8,
  end: 0xd9,
  scan: 0xda,
  quantization: 0xdb,
  restartInterval: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app14: 0xee,
} as const;

const TEMPORARY = 0x01;
/** Lossless, hierarchical and arithmetic coding, and heights that are only told later: no browser draws these. */
const UNSUPPORTED = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc, 0xde, 0xdf]);
/** A camera writes some dozens, and a colour profile at most 255; half a million empty ones fit into an upload. */
const MAX_SEGMENTS = 2_000;
/** Encoders make about ten. Each one walks the whole picture, however few bytes it has: thousands would cost minutes. */
const MAX_SCANS = 32;
/** T.81, B.2.3: blocks of one unit of an interleaved scan. */
const MAX_BLOCKS_IN_UNIT = 10;
/** A Huffman code has at least one bit, and every block needs one at the very least. */
const MIN_BITS_PER_BLOCK = 1;

/** A segment's body, or the parameters of a scan. */
export interface Segment {
  marker: number;
  body: Uint8Array;
  /** The entropy-coded bytes that follow the parameters of a scan. */
  data: Uint8Array | null;
}

export interface FrameComponent {
  id: number;
  /** Sampling factors, across and down. */
  h: number;
  v: number;
  quantization: number;
}

export interface Frame {
  width: number;
  height: number;
  progressive: boolean;
  components: FrameComponent[];
}

/** A JPEG file taken apart: what draws the picture, and how it is to be read. The rest is left out. */
export interface JpegFile {
  frame: Frame;
  /** Tables and scans, in their order. */
  drawing: Segment[];
  orientation: number;
  /** Whether three components are red, green and blue and not, as nearly always, luma and chroma. */
  isRgb: boolean;
}

/**
 * Takes a JPEG apart and checks what can be checked without decoding. Bytes after the end of the picture are not seen.
 * @throws ImageRefused
 */
export function readJpeg(bytes: Uint8Array): JpegFile {
  const segments = [...segmentsOf(bytes)];
  const frames = segments.filter(({ marker }) => marker >= MARKER.baseline && marker <= MARKER.progressive);
  const [framed, another] = frames;
  if (framed === undefined || another !== undefined) throw new ImageRefused("damaged");
  const frame = readFrame(framed);
  const drawing = segments.filter(isDrawing);
  requirePlausible(frame, drawing);
  return {
    frame,
    drawing,
    orientation: segments.map(orientationIn).find((value) => value !== null) ?? UPRIGHT,
    isRgb: isRgb(frame, segments),
  };
}

function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  let at = 2;
  let scans = 0;
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    if (bytes[at] !== 0xff) throw new ImageRefused("damaged");
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at++];
    if (marker === MARKER.end) return;
    if (marker === TEMPORARY) continue;
    if (marker === undefined || marker < MARKER.baseline || (marker >= 0xd0 && marker <= MARKER.begin)) {
      throw new ImageRefused("damaged");
    }
    if (UNSUPPORTED.has(marker)) throw new ImageRefused("variant");
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (length < 2 || at + length > bytes.length) throw new ImageRefused("damaged");
    const body = bytes.subarray(at + 2, at + length);
    at += length;
    const end = marker === MARKER.scan ? endOfScan(bytes, at) : at;
    if (marker === MARKER.scan && ++scans > MAX_SCANS) throw new ImageRefused("variant");
    yield { marker, body, data: marker === MARKER.scan ? bytes.subarray(at, end) : null };
    at = end;
  }
  throw new ImageRefused("variant");
}

/** Where the next marker stands that is not a part of the scan. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new ImageRefused("damaged");
}

function readFrame({ marker, body }: Segment): Frame {
  const [precision = 0, high = 0, low = 0, wide = 0, narrow = 0, count = 0] = body;
  const [height, width] = [(high << 8) | low, (wide << 8) | narrow];
  requireBounds(width, height);
  // Twelve bits are for medicine; four components are for print; two are for nobody.
  if (precision !== 8 || (count !== 1 && count !== 3)) throw new ImageRefused("variant");
  if (body.length !== 6 + count * 3) throw new ImageRefused("damaged");
  const components = Array.from({ length: count }, (_, index) => readComponent(body.subarray(6 + index * 3), count));
  const blocks = components.reduce((sum, { h, v }) => sum + h * v, 0);
  const ids = new Set(components.map(({ id }) => id));
  if (blocks > MAX_BLOCKS_IN_UNIT || ids.size !== count) throw new ImageRefused("damaged");
  return { width, height, progressive: marker === MARKER.progressive, components };
}

function readComponent([id = 0, factors = 0, quantization = 0]: Uint8Array, count: number): FrameComponent {
  const [h, v] = [factors >> 4, factors & 15];
  if (h < 1 || h > 4 || v < 1 || v > 4 || quantization > 3) throw new ImageRefused("damaged");
  // The factors are ratios between components: one alone has none.
  return count === 1 ? { id, h: 1, v: 1, quantization } : { id, h, v, quantization };
}

/** A few bytes that promise a huge picture are refused before room is made for it. */
function requirePlausible(frame: Frame, drawing: readonly Segment[]): void {
  const bits = 8 * drawing.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  const blocks = (frame.width * frame.height) / 64;
  if (bits < blocks * MIN_BITS_PER_BLOCK) throw new ImageRefused("damaged");
}

function isDrawing({ marker }: Segment): boolean {
  return (
    marker === MARKER.huffman ||
    marker === MARKER.quantization ||
    marker === MARKER.restartInterval ||
    marker === MARKER.scan
  );
}

function orientationIn({ marker, body }: Segment): number | null {
  return marker === MARKER.app1 ? exifOrientation(body) : null;
}

/** As libjpeg decides it: JFIF is never RGB, Adobe's segment says, and without either the components' names do. */
function isRgb({ components }: Frame, segments: readonly Segment[]): boolean {
  if (components.length !== 3) return false;
  if (segments.some(({ marker, body }) => marker === MARKER.app0 && startsWith(body, "JFIF\0"))) return false;
  const adobe = segments.find(({ marker, body }) => marker === MARKER.app14 && startsWith(body, "Adobe"));
  if (adobe !== undefined) return adobe.body[11] === 0;
  return components.map(({ id }) => String.fromCharCode(id)).join("") === "RGB";
}

function startsWith(body: Uint8Array, text: string): boolean {
  return [...text].every((character, index) => body[index] === character.charCodeAt(0));
}
