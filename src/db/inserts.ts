import { getTableColumns, type InferInsertModel, is, type Placeholder, SQL, sql } from "drizzle-orm";
import { SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";
import { toJsonArrays } from "./lists.ts";
import type { Placeholders } from "./prepared-statement.ts";

/**
 * Inserts many rows as few statements: each binds one JSON list of at most a megabyte, because D1 binds at most 100
 * values. No statement for no rows.
 * @param rows with every column that has no default
 */
export function insertRows<T extends SQLiteTable>(db: Database, table: T, rows: readonly InferInsertModel<T>[]) {
  const columns = Object.entries(getTableColumns(table));
  // `->>` gives a list or an object as the JSON text that its column holds.
  const cells = Object.fromEntries(columns.map(([key]) => [key, sql`value ->> ${sql.raw(`'${key}'`)}`])) as Cells<T>;
  const complete = rows.map((row) => {
    const values = row as Record<string, unknown>;
    return JSON.stringify(
      Object.fromEntries(columns.map(([key, column]) => [key, values[key] ?? column.default ?? null])),
    );
  });
  return toJsonArrays(complete).map((list) => insertFrom(db, table, cells, sql`from json_each(${list})`));
}

/** A prepared statement's placeholders by the names of a table's columns. */
export function placeholdersOf<T extends SQLiteTable>(table: T, params: object) {
  const byName = params as Record<string, Placeholder>;
  const columns = Object.keys(getTableColumns(table)).map((key) => [key, byName[key]]);
  return Object.fromEntries(columns) as Placeholders<InferInsertModel<T>>;
}

/**
 * The values of columns: each is a value, a column or an expression of the query, or the placeholder of a prepared
 * statement.
 */
export type Cells<T extends SQLiteTable> = {
  [K in keyof InferInsertModel<T>]: InferInsertModel<T>[K] | SQL | SQLiteColumn | Placeholder;
};

/**
 * Inserts what a query selects: `INSERT … SELECT`, with columns by name. A column that is left out gets its default, or
 * null.
 * @param rest the query without its columns: `from … where …`
 */
export function insertFrom<T extends SQLiteTable>(db: Database, table: T, cells: Cells<T>, rest: SQL) {
  const given = cells as Record<string, unknown>;
  const selected = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const cell = given[key] === undefined ? (column.default ?? null) : given[key];
    if (cell === null) return sql`null`;
    return is(cell, SQL) || is(cell, SQLiteColumn) ? sql`${cell}` : sql.param(cell, column);
  });
  return db.insert(table).select(sql`select ${sql.join(selected, sql`, `)} ${rest}`);
}

/**
 * An insert under a condition. Check and write are one statement, so that concurrent requests cannot exceed a limit
 * together. Add `.returning()` to see whether the row was written.
 */
export function insertWhere<T extends SQLiteTable>(db: Database, table: T, row: InferInsertModel<T>, condition: SQL) {
  return insertFrom(db, table, row, sql`where ${condition}`);
}
