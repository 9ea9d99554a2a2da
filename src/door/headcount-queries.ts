import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { rsvps } from "../db/schema/rsvps.ts";

export type DoorSummaryRow = Awaited<ReturnType<typeof summarize>>[number];

/**
 * Returns the headcounts of an event. Expected are attending guests with a seat and their companions, and any more
 * people of an invited party who are inside. A guest who is inside and then declines is still expected.
 */
export function summarize(db: Database, eventId: string) {
  const arrived = (what: SQL) => sql<number>`(select ${what} from ${checkIns} where ${eq(checkIns.eventId, eventId)})`;
  // Only an attending RSVP has a seat, also at events without a capacity. Waitlisted parties are not expected.
  const isAttending = and(eq(rsvps.eventId, eventId), sql`${rsvps.seat} = 'confirmed'`);
  const ofSameGuest = and(eq(checkIns.eventId, rsvps.eventId), eq(checkIns.guestId, rsvps.guestId));
  const attending = (what: SQL) =>
    sql`(select ${what} from ${rsvps} left join ${checkIns} on ${ofSameGuest} where ${isAttending})`;
  const isInvited = and(eq(checkIns.eventId, eventId), eq(checkIns.walkIn, false));
  const unannounced = (what: SQL) =>
    sql`(select ${what} from ${checkIns} left join ${rsvps} on ${ofSameGuest}
         where ${isInvited} and ${rsvps.seat} is not 'confirmed')`;
  const announcedHeads = attending(
    sql`coalesce(sum(max(1 + ${rsvps.plusOnes}, coalesce(${checkIns.arrivalCount}, 0))), 0)`,
  );
  const unannouncedHeads = unannounced(sql`coalesce(sum(${checkIns.arrivalCount}), 0)`);
  return db
    .select({
      arrivedHeadcount: arrived(sql`coalesce(sum(${checkIns.arrivalCount}), 0)`).as("arrived_headcount"),
      guestsCheckedIn: arrived(sql`count(*)`).as("guests_checked_in"),
      walkIns: arrived(sql`coalesce(sum(${checkIns.walkIn}), 0)`).as("walk_ins"),
      expectedHeadcount: sql<number>`${announcedHeads} + ${unannouncedHeads}`.as("expected_headcount"),
      eventName: sql<string>`(select ${events.name} from ${events} where ${eq(events.id, eventId)})`.as("event_name"),
      guestsExpected: sql<number>`${attending(sql`count(*)`)} + ${unannounced(sql`count(*)`)}`.as("guests_expected"),
    })
    .from(sql`(select 1)`);
}
