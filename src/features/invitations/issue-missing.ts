import { runBatch } from "../../db/batch.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import { insertMissingTokens, listValidTokens, markAllInvited } from "./queries.ts";

/**
 * Sees to it that these guests of an event have a link, for a mail that is about to carry it. Without a mail of its
 * own: the one that asks for the link brings it. One trip to the database.
 * @returns the id of each guest's valid token; a guest who is gone has none
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
    markAllInvited: markAllInvited(db, eventId, guestIds, now),
    valid: listValidTokens(db, eventId, guestIds),
  });
  return new Map(valid.map(({ guestId, id }) => [guestId, id]));
}
