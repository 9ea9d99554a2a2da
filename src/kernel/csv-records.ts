/** More columns than the widest export of contacts that we know by far; what has more is no list of people. */
export const MAX_CSV_COLUMNS = 500;

/** One row of a CSV file. */
export interface CsvRecord {
  /** As a spreadsheet numbers its rows: from 1, empty ones included, and a row with line breaks in its cells is one. */
  row: number;
  cells: string[];
  /**
   * `stray_quote`: something stands between a closing quote and the next delimiter, so that cells may have shifted.
   * `open_quote` and `too_wide`: the row goes on further than can be right; it is the last one that is read.
   */
  fault: "stray_quote" | "open_quote" | "too_wide" | null;
}

interface Cell {
  text: string;
  /** Where the delimiter or the line break after the cell is. */
  end: number;
  fault: "stray_quote" | "open_quote" | null;
}

const LINE_FEED = "\n";
const CARRIAGE_RETURN = "\r";

/**
 * Reads RFC 4180 and what programs make of it: any delimiter, line breaks of every system, the last one or none. Empty
 * lines are counted and left out. One pass whose time is linear in the length of the text, whatever is in it.
 * @param delimiter one character that is neither a quote nor a line break
 */
export function* csvRecords(text: string, delimiter: string): Generator<CsvRecord, void> {
  // A class takes every delimiter literally but the backslash, and nobody delimits by that.
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

/** A cell in quotes, in which a quote is doubled. What follows its closing quote is kept, as spreadsheets do. */
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

/** The position behind the line break that is at a position, or the same position where there is none. */
function afterLineBreak(text: string, position: number): number {
  if (text[position] === LINE_FEED) return position + 1;
  if (text[position] !== CARRIAGE_RETURN) return position;
  return text[position + 1] === LINE_FEED ? position + 2 : position + 1;
}
