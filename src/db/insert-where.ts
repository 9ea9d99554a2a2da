import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

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
