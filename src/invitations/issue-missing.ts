import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { newId } from "../kernel/ids.ts";
import { insertMissingTokens, listValidTokens, markInvited } from "./queries.ts";

/**
 * Issues a token to each of these guests who has none, for a mail that is about to carry the link. Sends no mail itself.
 * One round trip.
 * @returns the id of each guest's valid token; a deleted guest has none
 */
export async function issueMissing(
  { db, clock, shard }: Pick<RequestContext, "db" | "clock" | "shard">,
  eventId: string,
  guestIds: readonly string[],
): Promise<Map<string, string>> {
  if (guestIds.length === 0) return new Map();
  const now = clock.now();
  const tokens = guestIds.map((guestId) => ({ id: newId(now, shard), guestId }));
  const { valid } = await runBatch(db, {
    insertMissingTokens: insertMissingTokens(db, eventId, tokens, now),
    markInvited: markInvited(db, eventId, guestIds, now),
    valid: listValidTokens(db, eventId, guestIds),
  });
  return new Map(valid.map(({ guestId, id }) => [guestId, id]));
}
