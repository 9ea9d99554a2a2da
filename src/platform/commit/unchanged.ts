import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AppError } from "../../kernel/errors.ts";

/** A table whose `updated_at` is the version of a row. */
type Versioned = SQLiteTable & { updatedAt: SQLiteColumn };

/** Values of columns of a table, by the names of the columns. */
type KeyOf<T extends Versioned> = { readonly [C in keyof T["_"]["columns"] & string]?: string };

/**
 * Condition: a row is unchanged since it was read; if it was undefined, it is still absent. A write condition lists
 * every row that the decision rests on.
 * @param key the primary key, whole
 */
export function unchanged<T extends Versioned>(table: T, key: KeyOf<T>, row: { updatedAt: number } | undefined): SQL {
  const given = new Map<string, unknown>(Object.entries(key));
  assertWholeKey(table, [...given.keys()]);
  const isRow = Object.entries<SQLiteColumn>(getTableColumns<Versioned>(table)).flatMap(([name, column]) =>
    given.has(name) ? [eq(column, given.get(name))] : [],
  );
  return sql`(select ${table.updatedAt} from ${table} where ${and(...isRow)}) is ${row?.updatedAt ?? null}`;
}

/**
 * Rejects a change that was decided on another version of a row than the stored one. `unchanged` is the same check in
 * the write, so a row that changes after this check is read again and rejected here.
 * @param expected the `updated_at` that the caller read; null: there was no row; undefined: any version
 * @param row the stored row
 * @param conflict returns the 409 with the current version
 */
export function requireExpected(
  expected: number | null | undefined,
  row: { updatedAt: number | null } | undefined,
  conflict: () => AppError,
): void {
  if (expected !== undefined && expected !== (row?.updatedAt ?? null)) throw conflict();
}

/** The version that `nextVersion` gives a row that was read. */
export function versionAfter(row: { updatedAt: number } | undefined, now: number): number {
  return Math.max(now, (row?.updatedAt ?? 0) + 1);
}

/** The version that an update gives a row: a later one, also of several updates in one millisecond. */
export function nextVersion({ updatedAt }: Versioned, now: number): SQL<number> {
  return sql`max(${now}, ${updatedAt} + 1)`;
}

/** @throws Error for a key that names several rows or none: it would compare the first that is found */
function assertWholeKey(table: Versioned, given: readonly string[]): void {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const [composite] = primaryKeys;
  const key = new Set(composite?.columns ?? columns.filter(({ primary }) => primary));
  const names = Object.entries(getTableColumns(table)).flatMap(([field, column]) => (key.has(column) ? [field] : []));
  if (given.length === names.length && names.every((field) => given.includes(field))) return;
  throw new Error(`a row of ${name} is named by ${names.join(" and ")}`);
}
