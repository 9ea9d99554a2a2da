type Papa = typeof import("papaparse");

/** A record of a sheet, with its number in a spreadsheet. */
export interface SheetRow {
  row: number;
  cells: string[];
}

export interface Sheet {
  /** The first row that is not empty. */
  header: string[];
  rows: SheetRow[];
}

/** Delimiters of cells, the most common first. */
const DELIMITERS = [",", ";", "\t", "|"] as const;
/** The first line with which Excel names the delimiter. */
const DELIMITER_LINE = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i;
/** Lines that are read to guess the delimiter. */
const PROBED = 20;
const NEEDS_QUOTES = /["\r\n,]|^\s|\s$/;
const BOMS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Decodes a file: by its byte order mark, else as UTF-8, else as older versions of Excel save it. */
export function decode(bytes: Uint8Array): { text: string; charset: string } {
  const marked = BOMS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  for (const charset of marked === undefined ? ["utf-8", "windows-1252"] : [marked[0], "windows-1252"]) {
    try {
      return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), charset };
    } catch {
      // Try the next one. The last one decodes any bytes.
    }
  }
  return { text: "", charset: "utf-8" };
}

/**
 * Splits a text into a header and rows, by the delimiter that it names or that fits most of its records. The API interprets the
 * cells; the console only splits, so that cells can be fixed and rows sent in parts.
 * @param columns the number of columns that the API found, if known
 */
export async function readSheet(text: string, columns?: number): Promise<Sheet> {
  // Loaded with the first file, because the screen appears without it.
  const { default: papa } = await import("papaparse");
  const named = DELIMITER_LINE.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const [header, ...rows] = splitRecords(papa, body, named?.[1] ?? guessDelimiter(papa, body, columns)).filter(
    ({ cells }) => cells.some((cell) => cell.trim() !== ""),
  );
  return { header: header?.cells ?? [], rows };
}

/** Returns a sheet as comma-separated values. */
export function csvOf(header: readonly string[], rows: readonly SheetRow[]): string {
  return [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(quoted).join(",")).join("\r\n");
}

/**
 * Returns the header row that makes the API read columns as chosen: the name of the field in place of the header, or a header
 * without letters for a column to ignore.
 */
export function headerFor(header: readonly string[], chosen: ReadonlyMap<number, string | null>): string[] {
  return header.map((cell, index) => (chosen.has(index) ? (chosen.get(index) ?? "–") : cell));
}

/** Returns a sheet with one changed cell. */
export function withCell(sheet: Sheet, row: number, column: number, text: string): Sheet {
  return {
    ...sheet,
    rows: sheet.rows.map((one) => {
      if (one.row !== row) return one;
      const cells = Array.from({ length: Math.max(one.cells.length, column + 1) }, (_, at) => one.cells[at] ?? "");
      cells[column] = text;
      return { ...one, cells };
    }),
  };
}

/** Returns a sheet whose header row is a guest, so that its columns have no names. */
export function withoutHeader({ header, rows }: Sheet): Sheet {
  return { header: header.map(() => ""), rows: [{ row: 1, cells: header }, ...rows] };
}

/**
 * Returns the records of a CSV text (RFC 4180) without empty ones. Normalises line breaks first, because Papa Parse detects them
 * once per file.
 * @param most the number of lines to read; 0 reads all
 */
function splitRecords(papa: Papa, text: string, delimiter: string, most = 0): SheetRow[] {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  const { data } = papa.parse<string[]>(lines, { delimiter, newline: "\n", preview: most });
  return data
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== "");
}

function guessDelimiter(papa: Papa, text: string, columns?: number): string {
  const tried = DELIMITERS.map((delimiter) => {
    const widths = splitRecords(papa, text, delimiter, PROBED).map(({ cells }) => cells.length);
    const [width = 0] = widths;
    const agreeing = width > 1 ? widths.filter((one) => one === width).length : 0;
    return { delimiter, score: (width === columns ? 1_000 : 0) + agreeing, width };
  });
  tried.sort((one, other) => other.score - one.score || other.width - one.width);
  return tried[0]?.delimiter ?? ",";
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
