/** Far above the widest known export of contacts. */
export const MAX_CSV_COLUMNS = 500;

/** One row of a CSV file. */
export interface CsvRecord {
  /** The number that a spreadsheet shows: from 1, with empty rows counted, and line breaks inside cells not counted. */
  row: number;
  cells: string[];
  /**
   * `stray_quote`: text between a closing quote and the next delimiter, so that cells may have shifted.
   * `open_quote`: a quote that is never closed. `too_wide`: more than `MAX_CSV_COLUMNS`. Reading stops at these two.
   */
  fault: "stray_quote" | "open_quote" | "too_wide" | null;
}

interface Cell {
  text: string;
  /** Position of the delimiter or line break after the cell. */
  end: number;
  fault: "stray_quote" | "open_quote" | null;
}

const LF = "\n";

const CR = "\r";

/**
 * The start of a cell that a spreadsheet evaluates as a formula: the ASCII signs, and their full-width and small forms,
 * which East Asian locales treat alike. Leading apostrophes, ours or the author's, and blanks do not change that.
 */
const FORMULA_START = "'*[^\\S\\t\\r\\n]*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE66\\uFE62\\uFE63\\uFE6B]";

/**
 * Positions at which a cell can begin: its start, and after each character at which a spreadsheet with other settings
 * splits even quoted cells. Excel in many European locales splits at semicolons.
 */
const UNGUARDED = new RegExp(`^(?=${FORMULA_START}|'*[\\t\\r\\n])|(?<=[;\\t\\r\\n])(?=${FORMULA_START})`, "g");

const GUARDED = new RegExp(`^'(?=${FORMULA_START}|'*[\\t\\r\\n])|(?<=[;\\t\\r\\n])'(?=${FORMULA_START})`, "g");

/** Cells that have to be quoted, so that every reader sees one cell. */
const NEEDS_QUOTES = /["\r\n\t,;|]|^\s|\s$/;

/** Without it Excel assumes the encoding of the machine. */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

/**
 * Parses RFC 4180 and its variants: any delimiter, any mixture of LF, CRLF and CR, with or without a final line break.
 * Empty lines are counted and skipped. One pass, in time linear in the length of the text for every input.
 * @param delimiter one character that is neither a quote nor a line break
 */
export function* csvRecords(text: string, delimiter: string): Generator<CsvRecord, void> {
  // Inside a character class every delimiter but the backslash is literal.
  const cellEnd = new RegExp(`[${delimiter}\r\n]`, "g");
  let position = 0;
  for (let row = 1; position < text.length; row++) {
    const emptyUntil = afterLineBreak(text, position);
    if (emptyUntil > position) {
      position = emptyUntil;
      continue;
    }
    const record: CsvRecord = { row, cells: [], fault: null };
    for (;;) {
      const cell = text[position] === '"' ? quotedCell(text, position, cellEnd) : plainCell(text, position, cellEnd);
      record.cells.push(cell.text);
      record.fault ??= cell.fault;
      position = cell.end;
      if (cell.fault === "open_quote" || text[position] !== delimiter) break;
      position++;
      if (record.cells.length === MAX_CSV_COLUMNS) record.fault = "too_wide";
      if (record.fault === "too_wide") break;
    }
    yield record;
    if (record.fault === "open_quote" || record.fault === "too_wide") return;
    position = afterLineBreak(text, position);
  }
}

function plainCell(text: string, start: number, cellEnd: RegExp): Cell {
  const end = nextEnd(text, start, cellEnd);
  return { text: text.slice(start, end), end, fault: null };
}

/** A quoted cell, in which quotes are doubled. Text after its closing quote is appended, as spreadsheets do. */
function quotedCell(text: string, start: number, cellEnd: RegExp): Cell {
  let close = text.indexOf('"', start + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return { text: text.slice(start + 1), end: text.length, fault: "open_quote" };
  const quoted = text.slice(start + 1, close).replaceAll('""', '"');
  const end = nextEnd(text, close + 1, cellEnd);
  const rest = text.slice(close + 1, end);
  return { text: quoted + rest, end, fault: rest.trim() === "" ? null : "stray_quote" };
}

function nextEnd(text: string, from: number, cellEnd: RegExp): number {
  cellEnd.lastIndex = from;
  return cellEnd.test(text) ? cellEnd.lastIndex - 1 : text.length;
}

/** Returns the position after the line break at `position`, or `position` if there is none. */
function afterLineBreak(text: string, position: number): number {
  if (text[position] === LF) return position + 1;
  if (text[position] !== CR) return position;
  return text[position + 1] === LF ? position + 2 : position + 1;
}

/** Prefixes everything that a spreadsheet would evaluate with an apostrophe, so that it is shown as text. */
export function escapeFormulas(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** The inverse of `escapeFormulas`. A text without such an apostrophe is unchanged. */
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
