import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { isAmong } from "../db/lists.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { newId } from "../kernel/ids.ts";
import { markInvited } from "./queries.ts";
import { tierExcess } from "./tier-excess.ts";

type Context = Pick<RequestContext, "db" | "clock" | "shard">;

/**
 * Issues a token to each of these guests without one, for an email that will carry the link. Sends no email itself. One
 * round trip.
 * @returns the ID of each guest's valid token. A deleted guest has none, and neither has one whom the door added above
 *   the tier's guest limit
 */
export async function issueMissing(
  ctx: Context,
  eventId: string,
  guestIds: readonly string[],
): Promise<Map<string, string>> {
  if (guestIds.length === 0) return new Map();
  const { valid } = await runBatch(ctx.db, missingTokens(ctx, eventId, guestIds));
  return new Map(valid.map(({ guestId, id }) => [guestId, id]));
}

/** Returns the statements of `issueMissing`. `valid` returns the tokens. */
export function missingTokens({ db, clock, shard }: Context, eventId: string, guestIds: readonly string[]) {
  const now = clock.now();
  const tokens = guestIds.map((guestId) => ({ id: newId(now, shard), guestId }));
  return {
    insertMissingTokens: insertMissingTokens(db, eventId, tokens, now),
    markInvited: markInvited(db, eventId, guestIds, now),
    valid: listValidTokens(db, eventId, guestIds),
  };
}

/**
 * Inserts a token for each existing guest of the list who has no valid one and may have one. One bound value for all,
 * because D1 binds at most 100.
 */
function insertMissingTokens(
  db: Database,
  eventId: string,
  tokens: readonly { id: string; guestId: string }[],
  createdAt: number,
) {
  const guestId = sql`input.value ->> 'guestId'`;
  return insertFrom(
    db,
    accessTokens,
    { id: sql`input.value ->> 'id'`, eventId, guestId, createdAt },
    sql`from json_each(${JSON.stringify(tokens)}) as input
      where exists (select 1 from ${guests} where ${guests.eventId} = ${eventId} and ${guests.id} = ${guestId}
          and ${tierExcess(eventId)} is null)
        and not exists (select 1 from ${accessTokens} where ${accessTokens.eventId} = ${eventId}
          and ${accessTokens.guestId} = ${guestId} and ${accessTokens.revokedAt} is null)`,
  );
}

/** The valid tokens of these guests. */
function listValidTokens(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select({ id: accessTokens.id, guestId: accessTokens.guestId })
    .from(accessTokens)
    .where(
      and(eq(accessTokens.eventId, eventId), isAmong(accessTokens.guestId, guestIds), isNull(accessTokens.revokedAt)),
    );
}
