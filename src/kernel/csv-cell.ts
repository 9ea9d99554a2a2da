/**
 * The start of a cell that a spreadsheet evaluates as a formula: the ASCII signs, and their full-width and small forms,
 * which East Asian locales treat alike. Leading apostrophes, ours or the author's, and blanks do not change that.
 */
const FORMULA_START = "'*[^\\S\\t\\r\\n]*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE66\\uFE62\\uFE63\\uFE6B]";
/**
 * Where a cell can begin: at its start, and after each character at which a spreadsheet with other settings splits even
 * quoted cells. Excel in many European locales splits at semicolons.
 */
const UNGUARDED = new RegExp(`^(?=${FORMULA_START}|'*[\\t\\r\\n])|(?<=[;\\t\\r\\n])(?=${FORMULA_START})`, "g");
const GUARDED = new RegExp(`^'(?=${FORMULA_START}|'*[\\t\\r\\n])|(?<=[;\\t\\r\\n])'(?=${FORMULA_START})`, "g");

/** What has to be quoted, so that every reader sees one cell. */
const NEEDS_QUOTES = /["\r\n\t,;|]|^\s|\s$/;

/** Without it Excel assumes the encoding of the machine. */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

/** Prefixes everything that a spreadsheet would evaluate with an apostrophe, so that it is shown as text. */
export function escapeFormulas(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** The inverse of `escapeFormulas`; a text without such an apostrophe is returned as it is. */
export function unescapeFormulas(text: string): string {
  return text.replace(GUARDED, "");
}

/** One row of a CSV file (RFC 4180) with formulas escaped. Null is an empty cell. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = escapeFormulas(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
