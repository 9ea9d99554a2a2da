import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { eventEndsAt } from "../../db/event-window.ts";
import { events } from "../../db/schema/events.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { HAS_SEAT, SAID_YES } from "../../db/standing.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { isAnswerOf } from "./seats.ts";

/**
 * Confirms the seats of parties that said yes and have none, if the event has no capacity any more, and emails them:
 * without a capacity nobody waits, and no offer can run out. Idempotent.
 * @param options.limit parties per call: each is a call of the database
 * @param options.isSilent whether they are not emailed
 * @returns the number of parties whose turn it was; `limit`: there may be more
 */
export async function confirmWaiting(
  ctx: RequestContext,
  eventId: string,
  { limit, isSilent }: { limit: number; isSilent: boolean },
): Promise<number> {
  const { db, clock } = ctx;
  const now = clock.now();
  const waiting = await listWaiting(db, eventId, now, limit);
  for (const { guestId } of waiting) {
    const isUnchanged = and(isAnswerOf(eventId, guestId), IS_WITHOUT_SEAT);
    await isWritten(
      commit(ctx, {
        by: "service",
        guard: [
          sql`exists (select 1 from ${rsvps} where ${isUnchanged})`,
          sql`exists (select 1 from ${events} where ${and(eq(events.id, eventId), isNull(events.capacity))})`,
        ],
        changes: { confirmed: confirmSeat(db, eventId, guestId) },
        messages: isSilent ? [] : [busMessage(ctx, "seat.confirmed", { event_id: eventId, guest_id: guestId })],
        at: now,
        lost: "not_found",
      }),
    );
  }
  return waiting.length;
}

/** By seat and not by standing: a party that was added at the door keeps its RSVP. */
const IS_WITHOUT_SEAT = sql`${SAID_YES} and not ${HAS_SEAT}`;

/** Lists parties without a confirmed seat. None if the event has a capacity, or is over, cancelled or deleted. */
function listWaiting(db: Database, eventId: string, now: number, limit: number) {
  const isOn = sql`${eventEndsAt()} > ${now}`;
  return db
    .select({ guestId: rsvps.guestId })
    .from(events)
    .innerJoin(rsvps, eq(rsvps.eventId, events.id))
    .where(
      and(
        eq(events.id, eventId),
        isNull(events.capacity),
        isNull(events.deletedAt),
        isNull(events.cancelledAt),
        isOn,
        IS_WITHOUT_SEAT,
      ),
    )
    .limit(limit);
}

function confirmSeat(db: Database, eventId: string, guestId: string) {
  return db
    .update(rsvps)
    .set({ seat: "confirmed", waitlistedAt: null, offerExpiresAt: null })
    .where(isAnswerOf(eventId, guestId));
}
