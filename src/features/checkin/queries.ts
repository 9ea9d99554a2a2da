import { and, desc, eq, exists, isNull, lt, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../../db/joins.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { users } from "../../db/schema/accounts.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { type Companion, rsvps } from "../../db/schema/rsvps.ts";

export type CheckInRow = typeof checkIns.$inferSelect;
export type DoorGuest = Awaited<ReturnType<typeof findDoorGuest>>[number];

/** What people at the door call a guest, and where the party sits. */
interface NamedGuest {
  guestName: string;
  /** Null: the host has set no table. */
  table: string | null;
  tags: string[];
  /** Who was announced with the guest. Null without an answer. */
  companions: Companion[] | null;
}

/** A check-in with the guest, and the name of the member who recorded it. */
export interface NamedCheckIn extends NamedGuest {
  checkIn: CheckInRow;
  byName: string;
  expectedParty: number;
}

/** How many people are expected with a guest: the answer's when attending, else the invitation's party size, else 1. */
export const EXPECTED_PARTY = sql<number>`case when ${rsvps.response} = 'attending' then 1 + ${rsvps.plusOnes} else coalesce(${guests.partySize}, 1) end`;

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

/** The check-in of a guest, with the name of the member who recorded it. */
export function findCheckIn(db: Database, eventId: string, guestId: string) {
  return FIND_CHECK_IN(db, { eventId, guestId });
}

const FIND_CHECK_IN = prepared((db, { eventId, guestId }: Placeholders<Record<"eventId" | "guestId", string>>) =>
  selectNamed(db)
    .where(and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId)))
    .limit(1),
);

/** A check-in by its own id, as `findCheckIn` has it. */
export function findNamedCheckIn(db: Database, eventId: string, checkInId: string) {
  return selectNamed(db).where(isCheckIn(eventId, checkInId)).limit(1);
}

function selectNamed(db: Database) {
  return db
    .select(namedCheckIn())
    .from(checkIns)
    .innerJoin(users, eq(users.id, checkIns.checkedInBy))
    .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
    .leftJoin(rsvps, and(eq(rsvps.eventId, checkIns.eventId), eq(rsvps.guestId, checkIns.guestId)));
}

/** The columns of a `NamedCheckIn`. */
function namedCheckIn() {
  return {
    checkIn: checkIns,
    byName: users.name,
    guestName: aliased(guests.name, "guest.name"),
    table: guests.tableName,
    tags: guests.tags,
    companions: rsvps.companions,
    expectedParty: EXPECTED_PARTY.as("expected_party"),
  };
}

/** Condition: the guest is checked in. For statements that follow the insert in its batch. */
export function isCheckedIn(db: Database, eventId: string, guestId: string): SQL {
  const isOfGuest = and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId));
  return exists(db.select({ id: checkIns.id }).from(checkIns).where(isOfGuest));
}

/** A check-in by its own id. */
export function findCheckInById(db: Database, eventId: string, checkInId: string) {
  return db.select().from(checkIns).where(isCheckIn(eventId, checkInId)).limit(1);
}

/** Condition: the check-in is there. For statements that follow the insert in its batch, or go before the delete. */
export function isRecorded(db: Database, eventId: string, checkInId: string): SQL {
  return exists(findCheckInById(db, eventId, checkInId));
}

/** Condition: it is the check-in of this id. */
export function isCheckIn(eventId: string, checkInId: string): SQL | undefined {
  return and(eq(checkIns.eventId, eventId), eq(checkIns.id, checkInId));
}

/** Check-ins of an event, the last recorded first. @param beforeId the last id of the page before */
export function listCheckIns(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return selectNamed(db)
    .where(and(eq(checkIns.eventId, eventId), beforeId === null ? undefined : lt(checkIns.id, beforeId)))
    .orderBy(desc(checkIns.id))
    .limit(limit);
}
