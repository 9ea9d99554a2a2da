import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database, Statement } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { idempotencyKeys } from "../../db/schema/platform.ts";
import { DAY_MS } from "../../kernel/clock.ts";

/** Time for which a key identifies its first request, in milliseconds. */
export const KEY_TTL_MS = DAY_MS;

/** A caller with the user whose key it is: the same key of two users is two keys. */
export type KeyOwner = { userId: string } | { session: { userId: string } };

/**
 * Statements that store a request's result under its `Idempotency-Key`, for the batch that writes its change: both are
 * committed or neither. Empty for a request without a key.
 *
 * The result is stored as JSON for a day, so it must not contain a secret: links are derived from their IDs each time.
 * @param guard whether the change is (or will be) written, for a change that may turn out not to happen
 * @param subjectId the one guest or message that the result is about: it is erased with the guest, or with the text
 */
export function recordResult(
  ctx: Pick<RequestContext, "db" | "clock" | "requestKey">,
  caller: KeyOwner,
  storedResult: unknown,
  guard?: SQL,
  subjectId: string | null = null,
): Statement[] {
  const { db, clock, requestKey } = ctx;
  if (requestKey === null) return [];
  const { keyHash, requestHash } = requestKey;
  const [userId, createdAt] = [userIdOf(caller), clock.now()];
  requestKey.state = "recorded";
  return [
    deleteExpiredRecord(db, userId, keyHash, createdAt - KEY_TTL_MS),
    insertIdempotencyRecord(db, { userId, keyHash, requestHash, storedResult, guestId: subjectId, createdAt }, guard),
  ];
}

/** The user behind a caller of a user's or an event's route. */
export function userIdOf(caller: KeyOwner): string {
  return "session" in caller ? caller.session.userId : caller.userId;
}

/**
 * Stores the result of a request with a key, if the write condition is true.
 * @throws a constraint violation, which aborts the batch, when the user has used the key before
 */
function insertIdempotencyRecord(db: Database, record: IdempotencyRecord, guard: SQL = sql`true`) {
  return insertWhere(db, idempotencyKeys, record, guard);
}

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

/** Deletes the idempotency records of one shard that are older than a day. */
export async function deleteExpiredKeys({ db, clock }: Pick<RequestContext, "db" | "clock">): Promise<void> {
  await deleteExpiredRecords(db, clock.now() - KEY_TTL_MS);
}

/** Deletes all records that were created before a time (epoch milliseconds). */
function deleteExpiredRecords(db: Database, before: number) {
  return db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
