import { crc32 } from "../../kernel/api-key.ts";
import { utf8 } from "../../kernel/bytes.ts";

/** A version of the format that every program reads. */
const VERSION = 20;
/** 1 January 1980, the first day that the format has. */
const DATE = 0x21;
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;

/**
 * A ZIP file (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16) whose files are stored uncompressed.
 * @param files by name, in ASCII; together less than 4 GiB
 */
export function storedZip(files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const local: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  const entries = Object.entries(files);
  for (const [fileName, content] of entries) {
    const name = utf8(fileName);
    // No flags, method "stored", time and date, checksum, size in the file and outside, length of name and extra field.
    const facts = [
      ...u16(0, 0, 0, DATE),
      ...u32(crc32(content), content.length, content.length),
      ...u16(name.length, 0),
    ];
    // Length of comment, number of the disk, attributes.
    const rest = [...u16(0, 0, 0), ...u32(0, sizeOf(local))];
    directory.push(Uint8Array.of(...u32(CENTRAL_HEADER), ...u16(VERSION, VERSION), ...facts, ...rest), name);
    local.push(Uint8Array.of(...u32(LOCAL_HEADER), ...u16(VERSION), ...facts), name, content);
  }
  const counts = u16(0, 0, entries.length, entries.length);
  const end = [...u32(END_OF_DIRECTORY), ...counts, ...u32(sizeOf(directory), sizeOf(local)), ...u16(0)];
  const parts = [...local, ...directory, Uint8Array.of(...end)];
  const file = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Little-endian. */
function u16(...values: number[]): number[] {
  return values.flatMap((value) => [value & 0xff, (value >> 8) & 0xff]);
}

function u32(...values: number[]): number[] {
  return values.flatMap((value) => u16(value & 0xffff, value >>> 16));
}
