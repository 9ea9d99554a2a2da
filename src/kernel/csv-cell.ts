/**
 * What a cell must not begin with, because a spreadsheet would run it: the ASCII signs, and their full-width and small
 * forms, which spreadsheets in East Asian locales take for the same. Quotes that we or somebody else put before it and
 * blanks do not make it harmless.
 */
const RUNS = "'*[^\\S\\t\\r\\n]*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE66\\uFE62\\uFE63\\uFE6B]";
/**
 * Where a cell begins: at its own beginning, and behind whatever a spreadsheet with other settings takes for the end of
 * a cell, though it stands in quotes. Excel in half of Europe cuts our lines at semicolons.
 */
const DANGEROUS = new RegExp(`^(?=${RUNS}|'*[\\t\\r\\n])|(?<=[;\\t\\r\\n])(?=${RUNS})`, "g");
const GUARDED = new RegExp(`^'(?=${RUNS}|'*[\\t\\r\\n])|(?<=[;\\t\\r\\n])'(?=${RUNS})`, "g");

/** What needs quotes, so that every reader takes it for one cell. */
const NEEDS_QUOTES = /["\r\n\t,;|]|^\s|\s$/;

/** Excel takes a file without it for the encoding of the machine. */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

/** A text that a spreadsheet shows and does not run: an apostrophe is put before what it would run. */
export function guardCell(text: string): string {
  return text.replace(DANGEROUS, "'");
}

/** The text behind `guardCell`, for every text; and the text itself where there is no guard. */
export function bareCell(text: string): string {
  return text.replace(GUARDED, "");
}

/** One row of a CSV file that is safe to open (RFC 4180). Null is an empty cell. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = guardCell(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
