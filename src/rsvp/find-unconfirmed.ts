import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { deliveries } from "../db/schema/messages.ts";
import type { GuestKey } from "../db/schema/rsvps.ts";
import { isMailboxFull } from "../sending/mailbox-cap.ts";
import { exceedsUnreached } from "../sending/unreached.ts";

/**
 * Reads whether the confirmation of an RSVP is not emailed: it was skipped, or has yet to leave and the mailbox has had
 * the host's emails of an hour, or the host the confirmations of a day. `canBeAsked` says whether the address is suppressed.
 * @param answeredAt `updatedAt` of the RSVP
 */
export function findUnconfirmed(db: Database, { eventId, guestId }: GuestKey, answeredAt: number, now: number) {
  const status = sql`(select ${deliveries.status} from ${deliveries} where ${deliveries.eventId} = ${eventId}
    and ${deliveries.guestId} = ${guestId} and ${deliveries.kind} = 'confirmation'
    and ${deliveries.createdAt} >= ${answeredAt} order by ${deliveries.createdAt} desc limit 1)`;
  const hostId = sql`${events.hostId}`;
  const isStopped = sql`${isMailboxFull(hostId, now)} or ${exceedsUnreached({ eventId, guestId }, hostId, now)}`;
  const isSkipped = sql`coalesce(${status} = 'suppressed', ${isStopped})`;
  return db
    .select({ isSkipped: sql<boolean>`${isSkipped}`.mapWith(Boolean).as("is_skipped") })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}
