import { Column, getTableColumns, type InferInsertModel, type InferSelectModel, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";
import { toJsonArrays } from "./lists.ts";

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
  return toJsonArrays(complete).map((list) => db.insert(table).select(sql`select ${cells} from json_each(${list})`));
}

/**
 * An insert under a condition: `INSERT … SELECT … WHERE condition`. Check and write are one statement, so that
 * concurrent requests cannot exceed a limit together. Add `.returning()` to see whether the row was written.
 */
export function insertWhere<T extends SQLiteTable>(db: Database, table: T, row: InferInsertModel<T>, condition: SQL) {
  const values = row as Record<string, unknown>;
  const cells = Object.entries(getTableColumns(table)).map(([key, column]) =>
    sql.param(values[key] === undefined ? (column.default ?? null) : values[key], column),
  );
  return db.insert(table).select(sql`select ${sql.join(cells, sql`, `)} where ${condition}`);
}

/** A value for each column of a table, as SQL or as the column's own type. */
type CellsOf<T extends SQLiteTable> = { [K in keyof InferSelectModel<T>]: SQL | Column | InferSelectModel<T>[K] };

/** `INSERT … SELECT` by the names of the columns: a column that is forgotten does not compile. @param from with its WHERE */
export function insertFrom<T extends SQLiteTable>(db: Database, table: T, cells: CellsOf<T>, from: SQL) {
  const given: Record<string, unknown> = cells;
  const inOrder = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const cell = given[key];
    return is(cell, SQL) || is(cell, Column) ? cell : sql.param(cell, column);
  });
  return db.insert(table).select(sql`select ${sql.join(inOrder, sql`, `)} from ${from}`);
}
