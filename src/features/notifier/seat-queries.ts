import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { waitlistPosition } from "../seats/seat-queries.ts";

export type AnswerSeat = Awaited<ReturnType<typeof findAnswerSeat>>[number];

/** The seat of a guest's answer, as a mail tells of it. */
export function findAnswerSeat(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      response: rsvps.response,
      seat: rsvps.seat,
      heads: rsvps.heads,
      offerExpiresAt: rsvps.offerExpiresAt,
      position: waitlistPosition().as("waitlist_position"),
      cancelledAt: events.cancelledAt,
    })
    .from(rsvps)
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId)))
    .limit(1);
}
