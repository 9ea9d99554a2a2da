import { and, asc, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { snakeName } from "../../kernel/case.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { exportedFields, exportedRow } from "./export-field-queries.ts";
import type { RowSource } from "./export-queries.ts";

/** Columns that hold epoch milliseconds and whose name does not end in `At`. */
const MOMENTS = new Set([
  "at",
  "eventDate",
  "endTime",
  "rsvpDeadline",
  "currentPeriodEnd",
  "previousUntil",
  "failingSince",
]);

/** A row in the wire format: snake_case names, times in RFC 3339. */
export function wireRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [snakeName(key), isMoment(key, value) ? toIsoTime(value) : value]),
  );
}

function isMoment(key: string, value: unknown): value is number {
  return typeof value === "number" && (MOMENTS.has(key) || key.endsWith("At"));
}

/** Rows per read, which bounds the memory of an export of any size. */
const PAGE_ROWS = 500;

/** Events read together, because most events have few rows of a section. */
const EVENTS_PER_READ = 25;

export type Row = Record<string, unknown>;

/** A list of the document: its name and its rows. */
export type Section = readonly [name: string, rows: AsyncIterable<Row> | readonly Row[]];

/**
 * Writes a JSON object: the values of `head`, then a list for each section name. Rows are read while they are written,
 * and sections of the same name become one list.
 * @returns the chunks of the text
 */
export async function* writeDocument(head: Row, sections: readonly Section[]): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, ofName] of Map.groupBy(sections, ([section]) => section)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = "";
    for (const [, rows] of ofName) {
      for await (const row of rows) {
        yield separator + JSON.stringify(wireRow(row));
        separator = ",";
      }
    }
    yield "]";
  }
  yield "}";
}

/** Reads all rows of some sources, page by page. */
export async function* allRows({ db }: Pick<RequestContext, "db">, sources: readonly RowSource[]): AsyncGenerator<Row> {
  for (const source of sources) {
    for (let after: Row | null = null; ; ) {
      const page: Row[] = await readRows(db, source, after);
      yield* page.map((row) => exportedRow(source.table, row));
      after = page.at(-1) ?? null;
      if (page.length < PAGE_ROWS) break;
    }
  }
}

/** Reads all rows of many events: of 25 events in one read where they fit in a page, else one event after the other. */
export async function* rowsOfEvents(
  ctx: Pick<RequestContext, "db">,
  eventIds: readonly string[],
  rowsOf: (eventIds: readonly string[]) => readonly RowSource[],
): AsyncGenerator<Row> {
  for (let start = 0; start < eventIds.length; start += EVENTS_PER_READ) {
    const together = eventIds.slice(start, start + EVENTS_PER_READ);
    const pages = await Promise.all(
      rowsOf(together).map(async (source) => {
        const page = await readRows(ctx.db, source, null);
        return page.map((row) => exportedRow(source.table, row));
      }),
    );
    if (pages.every((page) => page.length < PAGE_ROWS)) yield* pages.flat();
    else for (const eventId of together) yield* allRows(ctx, rowsOf([eventId]));
  }
}

/** A page of a source in key order: the exported fields and the key. @param after the last row of the previous page */
async function readRows(
  db: Database,
  { table, where, key }: RowSource,
  after: Record<string, unknown> | null,
): Promise<Record<string, unknown>[]> {
  const columns = getTableColumns(table);
  const ordered = key.flatMap((name) => columns[name] ?? []);
  const read = [...new Set([...exportedFields(table), ...key])];
  const rows = await db
    .select(Object.fromEntries(read.flatMap((name) => (columns[name] ? [[name, columns[name]]] : []))))
    .from(table)
    .where(and(where, after === null ? undefined : comesAfter(ordered, key, after)))
    .orderBy(...ordered.map((column) => asc(column)))
    .limit(PAGE_ROWS);
  return rows;
}

function comesAfter(columns: readonly SQLiteColumn[], key: readonly string[], row: Record<string, unknown>): SQL {
  const names = sql.join([...columns], sql`, `);
  const values = columns.map((column, index) => sql.param(row[key[index] ?? ""], column));
  return sql`(${names}) > (${sql.join(values, sql`, `)})`;
}
