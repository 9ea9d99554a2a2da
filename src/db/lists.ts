import { type Column, type SQL, sql } from "drizzle-orm";
import { utf8 } from "../kernel/bytes.ts";
import { pack } from "../kernel/pack.ts";

/** Up to this many IDs are looked up one by one, at about four rows read each. For more, a scan reads fewer rows. */
const FEW = 1_000;

/** Half of D1's limit for a bound value, 2,000,000 bytes. */
const MAX_LIST_BYTES = 1_000_000;

/**
 * Whether a column is one of these IDs. The list is one bound value of any length. The statement must also name the
 * event, which limits the scan for a long list.
 */
export function isAmong(column: Column, ids: readonly string[]): SQL {
  // Rows of json_each are billed as rows read.
  if (ids.length === 1) return sql`${column} = ${ids[0]}`;
  if (ids.length <= FEW) return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`(${JSON.stringify(Object.fromEntries(ids.map((id) => [id, 1])))} ->> ${column}) is not null`;
}

/**
 * Packs elements into JSON arrays of at most `MAX_LIST_BYTES`, each one bound value, because D1 binds at most 100.
 * @param elements each as JSON
 */
export function toJsonArrays(elements: readonly string[]): string[] {
  const lists = pack(elements, MAX_LIST_BYTES, (element) => utf8(element).length + 1);
  return lists.map((list) => `[${list.join(",")}]`);
}
