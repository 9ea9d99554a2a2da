import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { idempotencyKeys } from "../../db/schema/platform.ts";

/**
 * Notes what a request with a key came to, if the guard holds.
 * @throws a constraint violation when a request with the key was here before, and the batch with it
 */
export function insertIdempotencyRecord(
  db: Database,
  row: typeof idempotencyKeys.$inferInsert,
  guard: SQL = sql`true`,
) {
  return insertWhere(db, idempotencyKeys, row, guard);
}

/** What a user's request with this key came to. */
export function findIdempotencyRecord(db: Database, userId: string, keyHash: string) {
  return db
    .select({ requestHash: idempotencyKeys.requestHash, outcome: idempotencyKeys.outcome })
    .from(idempotencyKeys)
    .where(isRecord(userId, keyHash))
    .limit(1);
}

/** Forgets a key whose time is over, so that it can be used anew. */
export function deleteExpiredRecord(db: Database, userId: string, keyHash: string, before: number) {
  return db.delete(idempotencyKeys).where(and(isRecord(userId, keyHash), lt(idempotencyKeys.createdAt, before)));
}

/** Empties what requests about a guest came to. Their keys stay: a late retry must not make the guest anew. */
export function eraseStoredResults(db: Database, guestId: string, guard: SQL) {
  return db
    .update(idempotencyKeys)
    .set({ outcome: sql`'null'`, guestId: null })
    .where(and(eq(idempotencyKeys.guestId, guestId), guard));
}

/** Forgets every key whose time is over. */
export function deleteExpiredRecords(db: Database, before: number) {
  return db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}

function isRecord(userId: string, keyHash: string): SQL | undefined {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.keyHash, keyHash));
}
