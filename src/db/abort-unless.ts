import { not, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { guestCounts } from "./schema/guests.ts";

/**
 * Aborts a batch unless a condition holds, by inserting a row that violates NOT NULL. One check for all statements of
 * the batch, evaluated at this statement's position. Writes nothing.
 * @throws a constraint violation when the condition does not hold
 */
export function abortUnless(db: Database, condition: SQL) {
  return db.insert(guestCounts).select(sql`select null, 0 where ${not(condition)}`);
}
