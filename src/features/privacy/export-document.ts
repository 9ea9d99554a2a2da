import type { RequestContext } from "../../request-context.ts";
import { type Exported, readRows, shown } from "./export-queries.ts";
import { wireRow } from "./wire-row.ts";

/** Rows of one read: a page stays far under what an isolate may hold, however long the export is. */
const PAGE_ROWS = 500;
/** Most events have few rows of a kind: those of several are read at once, as long as they fit into a page. */
const EVENTS_AT_ONCE = 25;

export type Row = Record<string, unknown>;

/** A part of a JSON document: its name, and the rows of its list. */
export type Section = readonly [name: string, rows: AsyncIterable<Row> | readonly Row[]];

/**
 * One JSON document as the pieces of its text: an object of some values, and then of lists. A list is read while it is
 * written, and sections of one name make one list.
 */
export async function* writeDocument(head: Row, sections: readonly Section[]): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, parts] of Map.groupBy(sections, ([section]) => section)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = "";
    for (const [, rows] of parts) {
      for await (const row of rows) {
        yield separator + JSON.stringify(wireRow(shown(row)));
        separator = ",";
      }
    }
    yield "]";
  }
  yield "}";
}

/** Reads rows to their end. */
export async function* allRows({ db }: Pick<RequestContext, "db">, exported: readonly Exported[]): AsyncGenerator<Row> {
  for (const rows of exported) {
    for (let after: Row | null = null; ; ) {
      const page: Row[] = await readRows(db, rows, after, PAGE_ROWS);
      yield* page;
      after = page.at(-1) ?? null;
      if (page.length < PAGE_ROWS) break;
    }
  }
}

/** Reads the rows of many events to their end: of several at once where they are few, one event at a time where not. */
export async function* rowsOfEvents(
  ctx: Pick<RequestContext, "db">,
  eventIds: readonly string[],
  rowsOf: (eventIds: readonly string[]) => readonly Exported[],
): AsyncGenerator<Row> {
  for (let start = 0; start < eventIds.length; start += EVENTS_AT_ONCE) {
    const together = eventIds.slice(start, start + EVENTS_AT_ONCE);
    const pages = await Promise.all(rowsOf(together).map((rows) => readRows(ctx.db, rows, null, PAGE_ROWS)));
    if (pages.every((page) => page.length < PAGE_ROWS)) yield* pages.flat();
    else for (const eventId of together) yield* allRows(ctx, rowsOf([eventId]));
  }
}
