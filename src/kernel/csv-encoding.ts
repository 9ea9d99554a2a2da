import { AppError } from "./errors.ts";

/** Formats that are uploaded by mistake, by their first bytes. */
const BINARY_SIGNATURES: readonly (readonly [name: string, firstBytes: readonly number[]])[] = [
  ["an Excel workbook (.xlsx)", [0x50, 0x4b, 0x03, 0x04]],
  ["an Excel workbook (.xls)", [0xd0, 0xcf, 0x11, 0xe0]],
  ["a PDF", [0x25, 0x50, 0x44, 0x46]],
];

const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Bytes below are control characters in every ASCII-compatible encoding; text files have only the ones listed. */
const FIRST_PRINTABLE = 0x20;
const TEXT_CONTROL_BYTES = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);

/**
 * Decodes a CSV file: UTF-8 with or without byte order mark, or UTF-16 of either byte order. Removes the mark. Any
 * other encoding must be declared, because a wrong guess would garble names without an error.
 * @param declared the `charset` of the media type; a byte order mark takes precedence
 * @throws AppError 400 `not_a_csv` for binary data, 400 `unknown_encoding` for text that cannot be decoded
 */
export function decodeCsv(bytes: Uint8Array, declared?: string): string {
  const other = BINARY_SIGNATURES.find(([, firstBytes]) => beginsWith(bytes, firstBytes));
  if (other) throw notCsv(`This is ${other[0]}. Save the list as CSV and send that.`);
  const encoding = encodingOfMark(bytes) ?? declaredEncoding(declared) ?? detectUtf16(bytes) ?? "utf-8";
  const text = decode(bytes, encoding);
  if (text.includes("\0")) throw notCsv("This is not a text file: it has NUL characters in it.");
  return text;
}

function decode(bytes: Uint8Array, encoding: string): string {
  const decoder = decoderOf(encoding);
  try {
    return decoder.decode(bytes);
  } catch {
    if (encoding !== "utf-8") throw unknownEncoding(`The file says that it is ${encoding.toUpperCase()}, and is not.`);
    if (bytes.some((byte) => byte < FIRST_PRINTABLE && !TEXT_CONTROL_BYTES.has(byte))) {
      throw notCsv("This is not a text file.");
    }
    throw unknownEncoding(
      "The file is not UTF-8. It looks like windows-1252, or another encoding with one byte for each letter: save it as “CSV UTF-8” or “Unicode text”, or name its encoding in the media type, as in `text/csv; charset=windows-1252`.",
    );
  }
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
  } catch {
    throw unknownEncoding("The charset of the media type is none that we know. Save the file as UTF-8.");
  }
}

function encodingOfMark(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => beginsWith(bytes, mark))?.[0];
}

/** A declared UTF-8 counts as no declaration: clients send it without looking into the file. */
function declaredEncoding(declared: string | undefined): string | undefined {
  const label = declared?.trim().toLowerCase();
  return label === "utf-8" || label === "utf8" || label === "" ? undefined : label;
}

/** Detects UTF-16 without a byte order mark: a header row begins with ASCII letters, so every other byte is zero. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = [...bytes.subarray(0, 4)].map((byte) => byte !== 0);
  if (first && second === false && third && fourth === false) return "utf-16le";
  if (first === false && second && third === false && fourth) return "utf-16be";
  return undefined;
}

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function notCsv(message: string): AppError {
  return new AppError("not_a_csv", { errors: [{ path: "file", message }] }, message);
}

function unknownEncoding(message: string): AppError {
  return new AppError("unknown_encoding", { errors: [{ path: "file", message }] }, message);
}
