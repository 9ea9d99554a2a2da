import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { idempotencyKeys } from "../../db/schema/platform.ts";

/** A user's `Idempotency-Key` with the request it came with and the result that a retry gets. */
export type IdempotencyRecord = typeof idempotencyKeys.$inferSelect;

/**
 * Stores the result of a request with a key, if the guard holds.
 * @throws a constraint violation, which aborts the batch, when the user has used the key before
 */
export function insertIdempotencyRecord(db: Database, record: IdempotencyRecord, guard: SQL = sql`true`) {
  return insertWhere(db, idempotencyKeys, record, guard);
}

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

/** Empties stored results about guests or messages. The keys stay, so that a late retry does not create one again. */
export function eraseStoredResults(db: Database, subjectIds: readonly string[]) {
  const ids = sql`(select value from json_each(${JSON.stringify(subjectIds)}))`;
  return db
    .update(idempotencyKeys)
    .set({ storedResult: sql`'null'`, guestId: null })
    .where(sql`${idempotencyKeys.guestId} in ${ids}`);
}

/** Deletes all records that were created before a time (epoch milliseconds). */
export function deleteExpiredRecords(db: Database, before: number) {
  return db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}

function isRecord(userId: string, keyHash: string): SQL | undefined {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.keyHash, keyHash));
}
