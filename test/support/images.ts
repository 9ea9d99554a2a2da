import { crc32, deflateSync } from "node:zlib";
import { convertIndexedToRgb, decode as decodePng } from "fast-png";
import { decode as decodeJpeg } from "jpeg-js";
import type { Host } from "./account.ts";

/** A decoded image: red, green, blue and alpha of each pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Returns the bytes of a `?inline` import. */
export function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(dataUrl.slice(dataUrl.indexOf(",") + 1));
}

/** Uploads a file in a form, under any name and declared type. */
export function upload(
  host: Host,
  file: Uint8Array | Blob,
  declared: { name?: string; type?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { name = "picture.jpg", type = "image/jpeg", headers } = declared;
  const form = new FormData();
  form.set("file", new File([file as Uint8Array<ArrayBuffer>], name, { type }));
  return host.api("POST", "/uploads/image", form, headers);
}

/** Uploads a file that must be accepted, and returns its path. */
export async function uploaded(host: Host, file: Uint8Array): Promise<string> {
  const response = await upload(host, file);
  if (response.status !== 201) throw new Error(`an upload answers ${response.status}: ${await response.text()}`);
  return (await response.json<{ url: string }>()).url;
}

/** Decodes a JPEG or PNG with libraries that the service does not use. */
export function pixelsOf(file: Uint8Array): Pixels {
  if (file[0] === 0xff) {
    const { width, height, data } = decodeJpeg(file, { useTArray: true, tolerantDecoding: false });
    return { width, height, rgba: data };
  }
  const png = decodePng(file, { checkCrc: true });
  const { width, height } = png;
  const samples = png.palette ? convertIndexedToRgb(png) : png.data;
  const channels = samples.length / (width * height);
  // Grey expands to three channels, a missing alpha channel is opaque, and 16-bit samples keep their upper 8 bits.
  const excessBits = png.depth === 16 ? 8 : 0;
  const sample = (pixel: number, channel: number) => (samples[pixel * channels + channel] ?? 0) >> excessBits;
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, index) => {
    const [pixel, channel] = [index >> 2, index & 3];
    if (channel === 3) return channels % 2 === 0 ? sample(pixel, channels - 1) : 255;
    return sample(pixel, channels < 3 ? 0 : channel);
  });
  return { width, height, rgba };
}

/** The names of the colours at some points. */
export function coloursAt({ width, rgba }: Pixels, points: readonly (readonly [number, number])[]): string[] {
  return points.map(([x, y]) => {
    const [r = 0, g = 0, b = 0] = rgba.subarray((y * width + x) * 4);
    const bits = [r, g, b].map((value) => (value > 127 ? 1 : 0)).join("");
    return { "100": "red", "010": "green", "001": "blue", "111": "white", "000": "black" }[bits] ?? bits;
  });
}

/** The largest and the mean difference between two images' samples. */
export function difference(one: Pixels, other: Pixels): { largest: number; mean: number } {
  if (one.width !== other.width || one.height !== other.height) throw new Error("the images differ in size");
  let [largest, sum] = [0, 0];
  one.rgba.forEach((value, index) => {
    const apart = Math.abs(value - (other.rgba[index] ?? 0));
    largest = Math.max(largest, apart);
    sum += apart;
  });
  return { largest, mean: sum / one.rgba.length };
}

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A chunk of a PNG, with its checksum. */
export function pngChunk(type: string, body: Uint8Array): Uint8Array {
  const named = joinBytes([new TextEncoder().encode(type), body]);
  return joinBytes([uint32(body.length), named, uint32(crc32(named))]);
}

/** A PNG of any chunks, in any order. */
export function pngOf(...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinBytes([PNG_SIGNATURE, ...chunks, pngChunk("IEND", new Uint8Array())]);
}

/** The header of a PNG. `color`: 0 grey, 2 RGB, 3 indexed, 6 RGB with opacity. */
export function pngHeader(width: number, height: number, depth: number, color: number): Uint8Array {
  return pngChunk("IHDR", joinBytes([uint32(width), uint32(height), Uint8Array.of(depth, color, 0, 0, 0)]));
}

/** The rows of a PNG, compressed by zlib. */
export function pngData(rows: Uint8Array): Uint8Array {
  return pngChunk("IDAT", deflateSync(rows));
}

export function jpegSegment(marker: number, body: Uint8Array): Uint8Array {
  return joinBytes([Uint8Array.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255), body]);
}

/** A JPEG with segments inserted after its SOI marker. */
export function withSegments(jpeg: Uint8Array, ...segments: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinBytes([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** An EXIF segment (little-endian) with an orientation. */
export function exifOrientation(value: number): Uint8Array {
  const directory = [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0];
  return jpegSegment(0xe1, Uint8Array.from([..."Exif\0\0II*\0\b\0\0\0"].map((c) => c.charCodeAt(0)).concat(directory)));
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** True if a text occurs in some bytes. */
export function containsText(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder("latin1").decode(bytes).includes(text);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);
}
