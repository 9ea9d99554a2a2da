import { and, desc, eq, exists, isNull, lt, type SQL } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../../db/joins.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { EXPECTED_PARTY, isCheckIn, selectNamed } from "./insert-queries.ts";

export type DoorGuest = Awaited<ReturnType<typeof findDoorGuest>>[number];

/** A guest with the answer and the current link, as `doorReasons` needs them. */
export function findDoorGuest(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: guests.name,
        partySize: guests.partySize,
        notes: guests.notes,
        table: guests.tableName,
        tags: guests.tags,
      },
      companions: rsvps.companions,
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      seat: rsvps.seat,
      tokenId: accessTokens.id,
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      eventDate: events.eventDate,
      endTime: events.endTime,
      cancelledAt: events.cancelledAt,
    })
    .from(guests)
    .innerJoin(events, and(eq(events.id, guests.eventId), isNull(events.deletedAt)))
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** A check-in by its own id, as `findCheckIn` has it. */
export function findNamedCheckIn(db: Database, eventId: string, checkInId: string) {
  return selectNamed(db).where(isCheckIn(eventId, checkInId)).limit(1);
}

/** Condition: the guest is checked in. For statements that follow the insert in its batch. */
export function isCheckedIn(db: Database, eventId: string, guestId: string): SQL {
  const isOfGuest = and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId));
  return exists(db.select({ id: checkIns.id }).from(checkIns).where(isOfGuest));
}

/** Check-ins of an event, the last recorded first. @param beforeId the last id of the page before */
export function listCheckIns(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return selectNamed(db)
    .where(and(eq(checkIns.eventId, eventId), beforeId === null ? undefined : lt(checkIns.id, beforeId)))
    .orderBy(desc(checkIns.id))
    .limit(limit);
}
