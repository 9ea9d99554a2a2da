import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { violates } from "./failures.ts";
import { commitGuards } from "./schema/platform.ts";

/**
 * Aborts a batch unless a condition holds, by inserting a row that violates a CHECK. One check for all statements of the
 * batch, evaluated at this statement's position. A condition that is NULL does not hold. Writes nothing.
 * @throws a constraint violation when the condition does not hold; see `isAborted`
 */
export function abortUnless(db: Database, condition: SQL) {
  return db.insert(commitGuards).select(sql`select 1 where (${condition}) is not true`);
}

/** Whether `abortUnless` has thrown, and not another constraint. */
export function isAborted(error: unknown): boolean {
  return violates(error, "commit_guard");
}
