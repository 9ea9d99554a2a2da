import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { UsherClient } from "../client.ts";
import type { ImportReport, ImportRow } from "../schema.ts";
import { csvParts } from "./csv-parts.ts";
import { columns, plain, type Terminal } from "./terminal.ts";
import { EXIT, UsageError } from "./usage.ts";

/** A request of some seconds, so that a progress bar moves. */
const ROWS_PER_REQUEST = 500;
const REPORTED = new Set<ImportRow["status"]>(["invalid"]);

/**
 * `usher guests import`: sends a file in parts of 500 rows, or with `isStrict` in one, which is written whole or not at
 * all. A repetition adds only what is missing: rows whose guest is on the list already are skipped.
 * @returns the exit code: `incomplete` when rows were rejected
 */
export async function importGuests(
  client: UsherClient,
  out: Terminal,
  { eventId, file, isStrict, isJson }: { eventId: string; file: string; isStrict: boolean; isJson: boolean },
): Promise<number> {
  const text = await readCsv(file);
  const parts = csvParts(text, isStrict ? Number.POSITIVE_INFINITY : ROWS_PER_REQUEST);
  const total = parts.reduce((sum, { rows }) => sum + rows, 0);
  const sum = { imported: 0, skipped: 0, rejected: 0, possible_duplicates: 0, rows: [] as ImportRow[] };
  for (const part of parts) {
    out.progress(part.rowsBefore, total, "rows");
    add(sum, await send(client, eventId, part.text, isStrict), part.rowsBefore);
  }
  out.progress(total, total, "rows");
  if (isJson) out.print(JSON.stringify(sum));
  else {
    const notes = sum.rows.filter(({ status }) => REPORTED.has(status)).map(rowOf);
    for (const line of columns(notes)) out.note(line);
    out.print(`${sum.imported} imported, ${sum.skipped} skipped, ${sum.rejected} rejected`);
  }
  return sum.rejected > 0 ? EXIT.incomplete : EXIT.ok;
}

async function send(client: UsherClient, eventId: string, text: string, isStrict: boolean): Promise<ImportReport> {
  const { data } = await client.POST("/events/{eventId}/guests/import", {
    params: { path: { eventId }, query: isStrict ? { strict: "true" } : {} },
    body: text,
    bodySerializer: (body: unknown) => String(body),
    headers: { "Content-Type": "text/csv" },
  });
  return data;
}

/** Adds the report of a part. Its rows are numbered as in the whole file. */
function add(sum: ImportReport, part: ImportReport, rowsBefore: number): void {
  sum.imported += part.imported;
  sum.skipped += part.skipped;
  sum.rejected += part.rejected;
  sum.possible_duplicates += part.possible_duplicates;
  sum.rows.push(...part.rows.map((row) => ({ ...row, row: row.row + rowsBefore })));
}

async function readCsv(file: string): Promise<string> {
  if (file === "-") return readAll(process.stdin);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`Can't read ${file}: ${(error as NodeJS.ErrnoException).code ?? "unknown"}`);
  }
}

function rowOf({ row, name, errors }: ImportRow): string[] {
  return [`row ${row}`, plain(name ?? ""), errors.map(({ field, message }) => `${field} ${message}`).join("; ")];
}
