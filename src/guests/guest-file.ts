import type { RequestContext } from "../context.ts";
import { decodeCsv } from "../kernel/csv-encoding.ts";
import {
  CSV_BYTE_ORDER_MARK,
  type CsvRecord,
  csvRecords,
  csvRow,
  MAX_CSV_COLUMNS,
  unescapeFormulas,
} from "../kernel/csv-records.ts";
import { emailKey } from "../kernel/email-address.ts";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { AppError } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { DETAILS } from "./details.ts";
import type { CsvFile } from "./export-guests.ts";
import { type FileRow, type InvalidPhone, readGuestRow } from "./guest-row.ts";
import {
  type ColumnsOf,
  headerKey,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
  type KnownHeaders,
} from "./import-columns.ts";

/** Longer headers are questions of a form, never field names. */
const MAX_HEADER_LENGTH = 100;

/** The guest limit of the largest tier. */
export const MAX_GUEST_ROWS = 5_000;

const DELIMITERS = [",", ";", "\t", "|"];

/** Excel's first line that names the delimiter; it is not a row of the sheet. */
const DELIMITER_LINE = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i;

/** A parsed guest list, not yet compared with the event's guests. */
export interface GuestFile {
  columns: ImportColumn[];
  /** The non-empty rows below the header. */
  rows: FileRow[];
}

/**
 * Parses a guest list. Detects the delimiter. Recognises headers in many languages and from other programs' exports.
 * @param known `importHeaders`
 * @param charset the parameter of the media type
 * @param invalidPhone whether a guest with an invalid phone number is rejected, or imported without the number
 * @throws AppError 400 `not_a_csv`, `unknown_encoding`, `empty_file`, `unknown_header`, `too_many_rows`,
 * `too_many_columns` or `malformed_csv`, which names the row
 */
export function readGuestFile(
  known: KnownHeaders,
  bytes: Uint8Array,
  charset?: string,
  invalidPhone: InvalidPhone = "reject",
): GuestFile {
  const { delimiter, text } = detectDelimiter(decodeCsv(bytes, charset), known);
  const records = nonEmptyRecords(text, delimiter);
  const header = records.next().value;
  if (!header) throw new AppError("empty_file", { errors: [{ path: "file", message: "is empty" }] });
  const columns = readColumns(header.cells, known);
  if (!namesGuests(columns)) throw unknownHeader(header.row);
  const fields = columnsByField(columns, known);
  const width = columns.length;
  const seen = new Set<string>();
  const rows: FileRow[] = [];
  for (const record of records) {
    if (rows.length === MAX_GUEST_ROWS) throw tooManyRows(record.row);
    rows.push(markDuplicate(readGuestRow(record, fields, width, invalidPhone), seen));
  }
  return { columns, rows };
}

/** Marks a valid row whose address or external ID an earlier valid row has. */
function markDuplicate(row: FileRow, seen: Set<string>): FileRow {
  if (row.guest === null) return row;
  const { email, externalId } = row.guest;
  // The line break keeps external IDs apart from addresses, which have none.
  const keys = [...(email === null ? [] : [emailKey(email)]), ...(externalId === null ? [] : [`\n${externalId}`])];
  if (keys.some((key) => seen.has(key))) return { ...row, isDuplicate: true };
  for (const key of keys) seen.add(key);
  return row;
}

/** Records with at least one non-blank cell. @throws AppError 400 at one after which the file cannot be read */
function* nonEmptyRecords(text: string, delimiter: string): Generator<CsvRecord, undefined> {
  for (const record of csvRecords(text, delimiter)) {
    if (record.fault === "open_quote") throw malformed(record.row);
    if (record.fault === "too_wide") throw tooManyColumns(record.row);
    if (record.cells.some((cell) => cell.trim() !== "")) yield record;
  }
}

/** Returns the delimiter with the most known headers, then with the most columns. */
function detectDelimiter(text: string, headers: KnownHeaders): { delimiter: string; text: string } {
  const named = DELIMITER_LINE.exec(text);
  if (named?.[1]) return { delimiter: named[1], text: text.slice(named[0].length) };
  const tried = DELIMITERS.map((delimiter) => {
    const cells = firstRow(text, delimiter);
    const known = readColumns(cells.map(unescapeFormulas), headers).filter(({ field }) => field !== null).length;
    return { delimiter, known, width: cells.length };
  });
  const [best] = tried.sort((one, other) => other.known - one.known || other.width - one.width);
  return { delimiter: best?.delimiter ?? ",", text };
}

function firstRow(text: string, delimiter: string): string[] {
  for (const { cells } of csvRecords(text, delimiter)) {
    if (cells.some((cell) => cell.trim() !== "")) return cells;
  }
  return [];
}

function unknownHeader(row: number): AppError {
  return atRow(
    row,
    "unknown_header",
    "must name the columns, one of them for the guests' names: such as name, email, phone, party_size, notes, tags, table",
  );
}

function tooManyRows(row: number): AppError {
  return atRow(row, "too_many_rows", `is the first beyond ${MAX_GUEST_ROWS} guests; split the file`);
}

function tooManyColumns(row: number): AppError {
  return atRow(row, "too_many_columns", `has more than ${MAX_CSV_COLUMNS} columns`);
}

function malformed(row: number): AppError {
  return atRow(row, "malformed_csv", "has a quotation mark that's never closed");
}

/** 400 that names the row at which reading the file stopped. */
function atRow(row: number, code: ErrorCode, message: string): AppError {
  return new AppError(code, { errors: [{ path: `row ${row}`, message }] }, `Row ${row} ${message}.`);
}

/** A CSV template: the header row that an import reads and one example guest. */
export async function guestTemplate(ctx: RequestContext, caller: EventCaller): Promise<CsvFile> {
  await authorizeMember(ctx, caller, {});
  const contact = ["name", "email", "phone", "party_size", "notes"];
  const header = csvRow([...contact, ...DETAILS]);
  const ada = ["Ada Lovelace", "ada@example.com", "+442079460000", 2, "Vegetarian"];
  const example = csvRow([...ada, "family; speaker", "7", "A-17", "Charles Babbage", "en-GB"]);
  return { fileName: "guests-template.csv", text: [CSV_BYTE_ORDER_MARK + header, example] };
}

/** Maps the cells of a header row to fields. */
function readColumns(headers: readonly string[], known: KnownHeaders): ImportColumn[] {
  return headers.map((cell, index) => {
    const header = cell.trim().slice(0, MAX_HEADER_LENGTH);
    return { index, header, field: known.get(headerKey(header))?.field ?? null };
  });
}

/** The columns of each field, the preferred ones first. */
function columnsByField(columns: readonly ImportColumn[], known: KnownHeaders): ColumnsOf {
  const ranked = columns
    .map(({ index, header }) => ({ index, spelling: known.get(headerKey(header)) }))
    .sort((one, other) => (one.spelling?.rank ?? 0) - (other.spelling?.rank ?? 0));
  const of = (field: ImportField) =>
    ranked.filter(({ spelling }) => spelling?.field === field).map(({ index }) => index);
  // Each field has an entry.
  return Object.fromEntries(IMPORT_FIELDS.map((field) => [field, of(field)])) as Record<ImportField, number[]>;
}

/** True if a header row has a column with the guests' names. */
function namesGuests(columns: readonly ImportColumn[]): boolean {
  return columns.some(({ field }) => field === "name" || field === "first_name" || field === "last_name");
}
