import type { RequestContext } from "../../context.ts";
import { type OneRow, one } from "../../db/one.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  deleteExpiredRecord,
  findIdempotencyRecord,
  type IdempotencyRecord,
  KEY_TTL_MS,
  type KeyOwner,
  userIdOf,
} from "./record-result.ts";

/** Keeps a record that expires between the write that it aborted and the lookup after it: longer than both take. */
const EXPIRY_MARGIN_MS = MINUTE_MS;

/** Authorizes a caller and runs statements in the same batch: `authorizeUser` or `authorizeMember`. */
type Authorize<Caller> = (
  ctx: RequestContext,
  caller: Caller,
  statements: { expired: ReturnType<typeof deleteExpiredRecord>; record: OneRow<StoredRecord> },
) => Promise<{ record: StoredRecord | undefined }>;

type StoredRecord = Pick<IdempotencyRecord, "requestHash" | "storedResult">;

/**
 * Makes a verb idempotent under the client's `Idempotency-Key`: for 24 hours, the same request gets the result of the
 * first one. The verb's write batch contains `recordResult`. If the key was used before, its insert violates the
 * primary key and aborts the batch, and the stored result is returned. A rejected request writes no record, so its key
 * can be used again. A retry runs the verb up to its write: earlier side effects outside the database must be repeatable.
 * @param authorize runs again before a stored result is returned, so that a caller whose role was removed gets nothing
 * @throws AppError 409 `idempotency_key_reused` for another request with the same key, 409 `outcome_erased` when the
 * guest that the result is about was erased since
 */
export function idempotent<Caller extends KeyOwner, Input, Result>(
  authorize: Authorize<Caller>,
  verb: (ctx: RequestContext, caller: Caller, input: Input) => Promise<Result>,
): (ctx: RequestContext, caller: Caller, input: Input) => Promise<Result> {
  return async function runIdempotently(ctx, caller, input) {
    try {
      return await verb(ctx, caller, input);
    } catch (error) {
      const { requestKey: key, clock, db } = ctx;
      if (key === null) throw error;
      const userId = userIdOf(caller);
      const { record } = await authorize(ctx, caller, {
        // A batch that writes runs on the primary; a read replica could lag behind the record.
        expired: deleteExpiredRecord(db, userId, key.keyHash, clock.now() - KEY_TTL_MS - EXPIRY_MARGIN_MS),
        record: one(findIdempotencyRecord(db, userId, key.keyHash)),
      });
      if (record === undefined) throw error;
      if (record.requestHash !== key.requestHash) throw new AppError("idempotency_key_reused");
      if (record.storedResult === null) throw new AppError("outcome_erased");
      key.state = "replayed";
      // The request hash includes the route, so the same verb stored it.
      return record.storedResult as Result;
    }
  };
}
