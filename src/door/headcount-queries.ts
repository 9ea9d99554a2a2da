import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { HAS_SEAT } from "../db/standing.ts";

export type DoorSummaryRow = Awaited<ReturnType<typeof summarize>>[number];

/**
 * Returns the headcounts of an event. Expected are guests who are coming and their companions, and any more people of an
 * invited party who are inside. A guest who is inside and then declines is still expected. So of the expected people, at
 * most all are in: walk-ins are counted on their own, also once they have an RSVP.
 */
export function summarize(db: Database, eventId: string) {
  const arrived = (what: SQL) => sql<number>`(select ${what} from ${checkIns} where ${eq(checkIns.eventId, eventId)})`;
  // The standing `coming`, of the columns that the phones' poll reads: only an attending RSVP has a seat, also at events
  // without a capacity, so no row of `guests` is read.
  const isComing = and(eq(rsvps.eventId, eventId), HAS_SEAT, sql`${checkIns.walkIn} is not 1`);
  const ofSameGuest = and(eq(checkIns.eventId, rsvps.eventId), eq(checkIns.guestId, rsvps.guestId));
  const coming = (what: SQL) =>
    sql`(select ${what} from ${rsvps} left join ${checkIns} on ${ofSameGuest} where ${isComing})`;
  const isInvited = and(eq(checkIns.eventId, eventId), eq(checkIns.walkIn, false));
  const unannounced = (what: SQL) =>
    sql`(select ${what} from ${checkIns} left join ${rsvps} on ${ofSameGuest}
         where ${isInvited} and not ${HAS_SEAT})`;
  const announcedHeads = coming(
    sql`coalesce(sum(max(1 + ${rsvps.plusOnes}, coalesce(${checkIns.arrivalCount}, 0))), 0)`,
  );
  const invitedHeads = sql`coalesce(sum(iif(${checkIns.walkIn}, 0, ${checkIns.arrivalCount})), 0)`;
  const walkInHeads = sql`coalesce(sum(iif(${checkIns.walkIn}, ${checkIns.arrivalCount}, 0)), 0)`;
  const unannouncedHeads = unannounced(sql`coalesce(sum(${checkIns.arrivalCount}), 0)`);
  return db
    .select({
      arrivedHeadcount: arrived(sql`coalesce(sum(${checkIns.arrivalCount}), 0)`).as("arrived_headcount"),
      expectedArrivedHeadcount: arrived(invitedHeads).as("expected_arrived_headcount"),
      walkInHeadcount: arrived(walkInHeads).as("walk_in_headcount"),
      guestsCheckedIn: arrived(sql`count(*)`).as("guests_checked_in"),
      walkIns: arrived(sql`coalesce(sum(${checkIns.walkIn}), 0)`).as("walk_ins"),
      expectedHeadcount: sql<number>`${announcedHeads} + ${unannouncedHeads}`.as("expected_headcount"),
      eventName: sql<string>`(select ${events.name} from ${events} where ${eq(events.id, eventId)})`.as("event_name"),
      guestsExpected: sql<number>`${coming(sql`count(*)`)} + ${unannounced(sql`count(*)`)}`.as("guests_expected"),
    })
    .from(sql`(select 1)`);
}
