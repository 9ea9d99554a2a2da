import { and, eq, lt, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { idempotencyKeys } from "../../db/schema/platform.ts";

/** A user's `Idempotency-Key` with the request it came with and the result that a retry gets. */
export type IdempotencyRecord = typeof idempotencyKeys.$inferSelect;

/** The record of a user's key. */
export function findIdempotencyRecord(db: Database, userId: string, keyHash: string) {
  return db
    .select({ requestHash: idempotencyKeys.requestHash, storedResult: idempotencyKeys.storedResult })
    .from(idempotencyKeys)
    .where(isRecord(userId, keyHash))
    .limit(1);
}

/** Deletes one record that was created before a time (epoch milliseconds), so that its key can be used again. */
export function deleteExpiredRecord(db: Database, userId: string, keyHash: string, before: number) {
  return db.delete(idempotencyKeys).where(and(isRecord(userId, keyHash), lt(idempotencyKeys.createdAt, before)));
}

function isRecord(userId: string, keyHash: string): SQL | undefined {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.keyHash, keyHash));
}
