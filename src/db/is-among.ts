import { type Column, type SQL, sql } from "drizzle-orm";

/** Up to this many are looked up one by one, at about four rows each; more are cheaper found on a walk through all. */
const FEW = 1_000;

/**
 * Whether a column has one of these ids. The list is one bound value, whatever its length. Beside it the statement
 * names the event, so that a walk for a long list stays within it.
 */
export function isAmong(column: Column, ids: readonly string[]): SQL {
  if (ids.length <= FEW) return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`(${JSON.stringify(Object.fromEntries(ids.map((id) => [id, 1])))} ->> ${column}) is not null`;
}
