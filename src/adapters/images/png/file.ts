import { MAX_PIXELS, requireBounds } from "../bounds.ts";
import { ImageRefused } from "../refused.ts";
import { crc32 } from "./crc.ts";

export const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** PNG (third edition), table 11.1: colour type → samples a pixel, and how many bits each may have. */
const COLOR_TYPES: Record<number, { channels: number; depths: readonly number[] }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const GREYSCALE = 0;
const RGB = 2;
const INDEXED = 3;

/** Four bytes for each of the most pixels that are taken: a picture of 16 bits a sample may have half as many. */
const MAX_RAW_BYTES = MAX_PIXELS * 4;
/** Length, type and checksum around the body of a chunk. */
const CHUNK_FRAME_BYTES = 12;
/** Adam7: the first column and row of each pass, and the steps from there. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Rows of one width: the whole picture, or one pass of an interlaced one. */
export interface Pass {
  rows: number;
  /** Without the filter before them. */
  rowBytes: number;
}

/** What is needed to draw a PNG, and nothing else of it. */
export interface PngFile {
  header: Uint8Array;
  palette: Uint8Array | null;
  transparency: Uint8Array | null;
  /** The compressed rows. */
  data: Uint8Array;
  passes: Pass[];
}

/**
 * Takes a PNG apart and checks what can be checked without decompressing. Bytes after its end are not seen, and of an
 * animated one only the still picture.
 * @throws ImageRefused
 */
export function readPng(bytes: Uint8Array): PngFile {
  const drawing = new Map<string, Uint8Array>();
  const data = new Uint8Array(bytes.length);
  let filled = 0;
  for (const { type, body } of chunksOf(bytes)) {
    if ((type === "IHDR") !== (drawing.size === 0)) throw new ImageRefused("damaged");
    if (type === "IHDR") requireHeader(body);
    if (type === "IDAT") {
      data.set(body, filled);
      filled += body.length;
    } else if (!drawing.has(type)) {
      drawing.set(type, body);
    }
  }
  const header = drawing.get("IHDR");
  if (header === undefined || filled === 0) throw new ImageRefused("damaged");
  const color = header[9] ?? 0;
  const palette = color === INDEXED ? requirePalette(header, drawing.get("PLTE")) : null;
  const transparency = drawing.get("tRNS");
  return {
    header,
    palette,
    transparency: transparency && fitsColor(color, transparency, palette) ? transparency : null,
    data: data.subarray(0, filled),
    passes: passesOf(header),
  };
}

interface Chunk {
  type: string;
  body: Uint8Array;
}

const DRAWING = new Set(["IHDR", "PLTE", "tRNS", "IDAT"]);

/** The chunks that are needed to draw, up to the end that there must be. */
function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE.length; at + CHUNK_FRAME_BYTES <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME_BYTES + length;
    if (end > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IEND") return;
    if (DRAWING.has(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) throw new ImageRefused("damaged");
      yield { type, body: bytes.subarray(at + 8, end - 4) };
    } else if (/^[A-Z]/.test(type)) {
      // A capital says that the picture cannot be drawn without it.
      throw new ImageRefused("variant");
    }
    at = end;
  }
  throw new ImageRefused("damaged");
}

function requireHeader(header: Uint8Array): void {
  if (header.length !== 13) throw new ImageRefused("damaged");
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  requireBounds(view.getUint32(0), view.getUint32(4));
  const [depth = 0, color = 0, compression, filter, interlace = 0] = header.subarray(8);
  const kind = COLOR_TYPES[color];
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new ImageRefused("variant");
  }
  const passes = passesOf(header);
  const raw = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0);
  // One byte a row is not of the pixels.
  if (raw > MAX_RAW_BYTES + view.getUint32(4) * 2) throw new ImageRefused("too_many_pixels");
}

function requirePalette(header: Uint8Array, palette: Uint8Array | undefined): Uint8Array {
  const most = 3 * 2 ** (header[8] ?? 0);
  if (palette === undefined || palette.length === 0 || palette.length % 3 !== 0 || palette.length > most) {
    throw new ImageRefused("damaged");
  }
  return palette;
}

/** Transparency that does not fit the picture is ignored, as decoders do. */
function fitsColor(color: number, { length }: Uint8Array, palette: Uint8Array | null): boolean {
  if (color === INDEXED) return palette !== null && length <= palette.length / 3;
  return (color === GREYSCALE && length === 2) || (color === RGB && length === 6);
}

function passesOf(header: Uint8Array): Pass[] {
  const pixelBits = (header[8] ?? 0) * (COLOR_TYPES[header[9] ?? 0]?.channels ?? 0);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const steps = header[12] === 1 ? PASSES : ([[0, 0, 1, 1]] as const);
  return steps.flatMap(([left, top, stepX, stepY]) => {
    const columns = Math.ceil((width - left) / stepX);
    const rows = Math.ceil((height - top) / stepY);
    if (columns <= 0 || rows <= 0) return [];
    return [{ rows, rowBytes: Math.ceil((columns * pixelBits) / 8) }];
  });
}
