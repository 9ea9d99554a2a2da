import { getTableColumns, type InferInsertModel, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { utf8 } from "../kernel/bytes.ts";
import type { Database } from "./client.ts";

/** Half of D1's limit for a bound value, 2,000,000 bytes. */
const MAX_LIST_BYTES = 1_000_000;

/**
 * Inserts many rows as few statements: each binds one JSON list of at most a megabyte, because D1 binds at most 100 values.
 * No statement for no rows.
 * @param rows with every column that has no default
 */
export function insertRows<T extends SQLiteTable>(db: Database, table: T, rows: readonly InferInsertModel<T>[]) {
  const columns = Object.entries(getTableColumns(table));
  // `->>` gives a list or an object as the JSON text that its column holds.
  const cells = sql.join(
    columns.map(([key]) => sql`value ->> ${sql.raw(`'${key}'`)}`),
    sql`, `,
  );
  const complete = rows.map((row) => {
    const values = row as Record<string, unknown>;
    return JSON.stringify(
      Object.fromEntries(columns.map(([key, column]) => [key, values[key] ?? column.default ?? null])),
    );
  });
  return inLists(complete).map((list) => db.insert(table).select(sql`select ${cells} from json_each(${list})`));
}

/** Packs elements into JSON lists of at most `MAX_LIST_BYTES`. */
function inLists(elements: readonly string[]): string[] {
  const lists: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    const size = utf8(element).length + 1;
    const last = lists.at(-1);
    if (last && bytes + size <= MAX_LIST_BYTES) {
      last.push(element);
      bytes += size;
    } else {
      lists.push([element]);
      bytes = size;
    }
  }
  return lists.map((list) => `[${list.join(",")}]`);
}
