import type { SQL } from "drizzle-orm";
import type { Statement } from "../../db/client.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteExpiredRecord, insertIdempotencyRecord } from "./queries.ts";

/** How long a key stands for the request that first came with it, in milliseconds. */
export const KEY_TTL_MS = DAY_MS;

/** Whose key it is: keys of two users have nothing to do with each other. */
export type KeyOwner = { userId: string } | { session: { userId: string } };

/**
 * What a request with an `Idempotency-Key` came to, for the batch of its change: the change and the note of it are
 * written together or not at all, so that whenever the program dies, a retry finds both or neither. Without a key it
 * is nothing.
 *
 * The outcome is what a retry gets from the verb, and what its answer is made of. It is stored as JSON for a day, so
 * a secret must not be in it: a link is derived from its id each time.
 * @param made whether the change was written, for statements that come after it, or whether it will be, for those
 *   that come before; give it when the change may turn out not to happen
 * @param guestId the one guest whom the outcome is about, with whom it is erased
 */
export function recordResult(
  ctx: Pick<RequestContext, "db" | "clock" | "requestKey">,
  claimant: KeyOwner,
  outcome: unknown,
  made?: SQL,
  guestId: string | null = null,
): Statement[] {
  const { db, clock, requestKey } = ctx;
  if (requestKey === null) return [];
  const { keyHash, requestHash } = requestKey;
  const [userId, now] = [userIdOf(claimant), clock.now()];
  requestKey.state = "claimed";
  return [
    deleteExpiredRecord(db, userId, keyHash, now - KEY_TTL_MS),
    insertIdempotencyRecord(db, { userId, keyHash, requestHash, outcome, guestId, createdAt: now }, made),
  ];
}

/** The user behind a caller, whether it acts for itself or on an event. */
export function userIdOf(claimant: KeyOwner): string {
  return "session" in claimant ? claimant.session.userId : claimant.userId;
}
