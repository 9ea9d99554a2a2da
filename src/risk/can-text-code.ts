import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { eventCollaborators } from "../db/schema/events.ts";
import { batchBoth } from "../platform/shards/on-shard.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { stopSql } from "../sending/stop.ts";
import { hasTextRoom, listTextCounts } from "../sending/text-budgets.ts";
import { type TextedEvent, textTarget } from "../sending/text-rules.ts";

/** The guest of a code, and the event whose rules apply. */
interface TextedGuest extends TextedEvent {
  eventId: string;
  guestId: string;
  hostId: string;
}

/**
 * True if a code can be sent to a phone now: nothing stops the purpose `asked`, each budget has a segment left, and the
 * request comes from no signed-in member of the event's team. One round trip. A code of two segments may find one left.
 */
export async function canTextCode(ctx: RequestContext, guest: TextedGuest, phone: string): Promise<boolean> {
  const { eventId, guestId, hostId } = guest;
  const target = await textTarget(ctx, guest, phone);
  if (typeof target === "string") return false;
  const { accountsDb, db } = ctx;
  const now = ctx.clock.now();
  const userId = await ctx.signedInUserId();
  const text = { hostId, eventId, prefix: target.prefix, isCode: true };
  const outgoing = { purpose: "asked", channel: "sms", address: phone, hashes: [], isReserved: false } as const;
  const stop = stopSql({ ...outgoing, eventId, guestId }, now);
  const [{ counts }, { stops, tiers, members }] = await batchBoth(
    ctx,
    { counts: listTextCounts(accountsDb, text, now) },
    {
      stops: db.select({ reason: stop.as("reason") }).from(sql`(select 1)`),
      tiers: tierOfEvent(ctx, eventId),
      members: userId === null ? [] : [findMember(db, eventId, userId)],
    },
  );
  if (stops[0]?.reason != null || members.flat().length > 0) return false;
  return hasTextRoom(ctx, { ...text, tier: tierIn(tiers) }, counts);
}

/** A row if the user is a member of the event's team. */
export function findMember(db: Database, eventId: string, userId: string) {
  const { role } = eventCollaborators;
  return db
    .select({ role })
    .from(eventCollaborators)
    .where(and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.userId, userId)))
    .limit(1);
}
