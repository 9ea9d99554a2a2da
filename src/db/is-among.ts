import { type Column, type SQL, sql } from "drizzle-orm";

/** Up to this many ids are looked up one by one, at about four rows read each; for more, a scan reads fewer rows. */
const FEW = 1_000;

/**
 * Whether a column is one of these ids. The list is one bound value of any length. The statement must also name the
 * event, which limits the scan for a long list.
 */
export function isAmong(column: Column, ids: readonly string[]): SQL {
  if (ids.length <= FEW) return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`(${JSON.stringify(Object.fromEntries(ids.map((id) => [id, 1])))} ->> ${column}) is not null`;
}
