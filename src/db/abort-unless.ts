import { not, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { guestCounts } from "./schema/guests.ts";

/**
 * Breaks a batch unless a condition holds: for a batch of many statements, which are written while it holds, all or
 * none of them. It is asked once, where this stands in the batch. Writes nothing.
 * @throws a constraint violation, and the batch with it, when the condition does not hold: a row of no event
 */
export function abortUnless(db: Database, condition: SQL) {
  return db.insert(guestCounts).select(sql`select null, 0 where ${not(condition)}`);
}
