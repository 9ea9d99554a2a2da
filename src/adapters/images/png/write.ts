import { crc32 } from "./crc.ts";
import { type PngFile, SIGNATURE } from "./file.ts";

/** A PNG of its parts. @param data its filtered rows, deflated (zlib) */
export function writePng(
  { header, palette, transparency }: Pick<PngFile, "header" | "palette" | "transparency">,
  data: Uint8Array,
): Uint8Array {
  const chunks = [chunk("IHDR", header)];
  if (palette !== null) chunks.push(chunk("PLTE", palette));
  if (transparency !== null) chunks.push(chunk("tRNS", transparency));
  chunks.push(chunk("IDAT", data), chunk("IEND", new Uint8Array()));
  const file = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, SIGNATURE.length));
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const part of chunks) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(body, 8);
  view.setUint32(8 + body.length, crc32(bytes.subarray(4, 8 + body.length)));
  return bytes;
}
