type Papa = typeof import("papaparse");

/** A record of a sheet, as a spreadsheet numbers it. */
export interface SheetRow {
  row: number;
  cells: string[];
}

/** A list of guests as somebody's spreadsheet has it. */
export interface Sheet {
  /** The first row that is not empty. */
  header: string[];
  rows: SheetRow[];
}

/** What a file may separate its cells by, the usual one first. */
const DELIMITERS = [",", ";", "\t", "|"] as const;
/** The first line by which Excel names the delimiter. */
const DELIMITER_LINE = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i;
/** Lines that tell how a file is separated. */
const PROBED = 20;
const NEEDS_QUOTES = /["\r\n,]|^\s|\s$/;
const BOMS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The text of a file, and how it is encoded: as its mark says, else as UTF-8, else as older versions of Excel save it. */
export function decode(bytes: Uint8Array): { text: string; charset: string } {
  const marked = BOMS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  for (const charset of marked === undefined ? ["utf-8", "windows-1252"] : [marked[0], "windows-1252"]) {
    try {
      return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), charset };
    } catch {
      // The next one is tried. The last one decodes any bytes.
    }
  }
  return { text: "", charset: "utf-8" };
}

/**
 * Splits a text into a header and rows, by the delimiter that it names or that most of its records agree on. What a cell
 * means is the API's to decide; the console splits, so that cells can be mended and rows sent in parts.
 * @param columns how many columns the API has found, if it has
 */
export async function readSheet(text: string, columns?: number): Promise<Sheet> {
  // Loaded with the first file, because the screen is shown without it.
  const { default: papa } = await import("papaparse");
  const named = DELIMITER_LINE.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const [header, ...rows] = splitRecords(papa, body, named?.[1] ?? guessDelimiter(papa, body, columns)).filter(
    ({ cells }) => cells.some((cell) => cell.trim() !== ""),
  );
  return { header: header?.cells ?? [], rows };
}

/** A sheet as the API takes it: UTF-8, separated by commas. */
export function csvOf(header: readonly string[], rows: readonly SheetRow[]): string {
  return [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(quoted).join(",")).join("\r\n");
}

/**
 * The header row that makes the API read the columns as the host has chosen: the name of the field in place of the header,
 * and a header without letters for a column to ignore.
 */
export function headerFor(header: readonly string[], chosen: ReadonlyMap<number, string | null>): string[] {
  return header.map((cell, index) => (chosen.has(index) ? (chosen.get(index) ?? "–") : cell));
}

/** A sheet with another text in one cell. */
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

/** A sheet whose first row is a guest like the others: its columns have no names. */
export function withoutHeader({ header, rows }: Sheet): Sheet {
  return { header: header.map(() => ""), rows: [{ row: 1, cells: header }, ...rows] };
}

/**
 * The records of a CSV text (RFC 4180), without empty ones. Papa Parse decides once per file how its lines end, so that all
 * line breaks are made alike first.
 * @param most how many lines to read; 0 reads all
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
