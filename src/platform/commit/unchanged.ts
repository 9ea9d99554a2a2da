import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";

/** A table whose `updated_at` is the version of a row. */
type Versioned = SQLiteTable & { updatedAt: SQLiteColumn };

/**
 * Condition: a row is unchanged since it was read; if it was undefined, it is still absent. A write condition lists
 * every row that the decision rests on.
 * @param key the primary key, whole
 */
export function unchanged(
  table: Versioned,
  key: Readonly<Record<string, string>>,
  row: { updatedAt: number } | undefined,
): SQL {
  assertWholeKey(table, Object.keys(key));
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const isRow = Object.entries(key).map(([name, value]) => eq(columns[name] as SQLiteColumn, value));
  return sql`(select ${table.updatedAt} from ${table} where ${and(...isRow)}) is ${row?.updatedAt ?? null}`;
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
