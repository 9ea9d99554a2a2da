import { MINUTE_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteExpiredRecord, findIdempotencyRecord } from "./queries.ts";
import { KEY_TTL_MS, type KeyOwner, userIdOf } from "./record-result.ts";

/** A key whose day ends between the write that it broke and the look for it still stands. Longer than that takes. */
const GRACE_MS = MINUTE_MS;

type Release = ReturnType<typeof deleteExpiredRecord>;
type Lookup = ReturnType<typeof findIdempotencyRecord>;

/** Lets a caller in and runs statements: `asUser` or `asMember`. */
type Authorize<Caller> = (
  ctx: RequestContext,
  caller: Caller,
  statements: { expired: Release; record: Lookup },
) => Promise<{ record: Awaited<Lookup> }>;

/**
 * A verb that does its work once for an `Idempotency-Key`: whoever sends the request again within a day gets what
 * the first one came to. The verb's write batch holds a `claim`, which breaks on a key that was here before and takes
 * the batch with it; so a retry, a twin at the same moment and a request whose own answer was lost on the way
 * back from the database all fail, and find here what was done. A request that was refused leaves no claim: its
 * retry is a first try.
 *
 * A retry runs the verb up to its write. What a verb does outside the database before that must bear repetition.
 * @param authorize runs again before a stored result is returned: a caller who lost the role since gets nothing
 * @throws AppError 409 `idempotency_key_reused` when the key came with another request before, 409 `outcome_erased` when
 *   the guest whom the first request was about was erased since
 */
export function idempotent<Caller extends KeyOwner, Input, Outcome>(
  authorize: Authorize<Caller>,
  verb: (ctx: RequestContext, caller: Caller, input: Input) => Promise<Outcome>,
): (ctx: RequestContext, caller: Caller, input: Input) => Promise<Outcome> {
  return async function doOnce(ctx, caller, input) {
    try {
      return await verb(ctx, caller, input);
    } catch (error) {
      const { requestKey: key, clock, db } = ctx;
      if (key === null) throw error;
      const userId = userIdOf(caller);
      const {
        record: [earlier],
      } = await authorize(ctx, caller, {
        // A batch that writes runs on the primary, never on a replica that may lag behind the record.
        expired: deleteExpiredRecord(db, userId, key.keyHash, clock.now() - KEY_TTL_MS - GRACE_MS),
        record: findIdempotencyRecord(db, userId, key.keyHash),
      });
      if (earlier === undefined) throw error;
      if (earlier.requestHash !== key.requestHash) throw keyReused();
      if (earlier.outcome === null) throw resultErased();
      key.state = "replayed";
      // Written by the same verb's claim.
      return earlier.outcome as Outcome;
    }
  };
}

/** 409: what the first request made was erased since, and is not made a second time. */
function resultErased(): AppError {
  return new AppError("outcome_erased");
}

/** 409: the key stands for another request. */
function keyReused(): AppError {
  return new AppError("idempotency_key_reused");
}
