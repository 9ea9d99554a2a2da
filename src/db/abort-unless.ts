import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { violates } from "./failures.ts";
import { insertFrom } from "./inserts.ts";
import { commitGuards } from "./schema/platform.ts";

/**
 * Aborts a D1 batch unless a condition is true, by inserting a row that violates a CHECK. One check covers all
 * statements of the batch, and is evaluated at this statement's position. NULL counts as false. Writes nothing.
 * @throws a constraint violation if the condition is false; see `isAborted`
 */
export function abortUnless(db: Database, condition: SQL) {
  return insertFrom(db, commitGuards, { unmet: sql`1` }, sql`where (${condition}) is not true`);
}

/** True if the error is of `abortUnless`, not of another constraint. */
export function isAborted(error: unknown): boolean {
  return violates(error, "commit_guard");
}
