import { and, desc, eq, exists, isNull, lt, type SQL, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { roleCondition } from "../platform/authorization/queries.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { isDeviceActive } from "./devices/queries.ts";
import { EXPECTED_PARTY, isCheckIn, isRecorded, selectNamed } from "./insert-queries.ts";

export type DoorGuest = Awaited<ReturnType<typeof findDoorGuest>>[number];

/** A guest who has arrived. */
export interface ArrivedGuest {
  eventId: string;
  guestId: string;
}

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

/** The newest access of each guest that was not automated, the one that a check-in confirms to the engine; null without one. */
export function findLastAccesses(db: Database, arrivals: readonly ArrivedGuest[]) {
  return FIND_LAST_ACCESSES(db, { arrivals: JSON.stringify(arrivals) });
}

const FIND_LAST_ACCESSES = prepared((db, { arrivals }: Placeholders<{ arrivals: string }>) => {
  const [eventId, guestId] = [sql`arrived.value ->> '$.eventId'`, sql`arrived.value ->> '$.guestId'`];
  const isOfGuest = and(
    eq(accessLogs.eventId, eventId),
    eq(accessLogs.guestId, guestId),
    eq(accessLogs.automated, false),
  );
  const newest = sql`(select ${accessLogs.id} from ${accessLogs} where ${isOfGuest} order by ${accessLogs.id} desc limit 1)`;
  return db
    .select({
      eventId: sql<string>`${eventId}`.as("event_id"),
      guestId: sql<string>`${guestId}`.as("guest_id"),
      accessLogId: sql<string | null>`${newest}`.as("access_log_id"),
    })
    .from(sql`json_each(${arrivals}) as arrived`);
});

/** The name of the guest of a check-in. */
export function findNameByCheckIn(db: Database, eventId: string, checkInId: string) {
  return db
    .select({ name: guests.name })
    .from(checkIns)
    .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
    .where(isCheckIn(eventId, checkInId))
    .limit(1);
}

/** Condition of undoing a check-in: it is there, the caller still has the role, and the device still works. */
export function canUndo(db: Database, caller: DoorCaller, checkInId: string, now: number): SQL {
  const { session, eventId, minimumRole } = caller;
  const check = { session, eventId, minimumRole, needsFactor: caller.device === null };
  const hasRole = roleCondition(db, check, isActive(caller, now));
  return sql`${hasRole} and ${isRecorded(db, eventId, checkInId)}`;
}

/** Deletes a check-in if the guard holds, and returns it; no row otherwise. */
export function deleteCheckIn(db: Database, eventId: string, checkInId: string, guard: SQL) {
  return db
    .delete(checkIns)
    .where(and(isCheckIn(eventId, checkInId), guard))
    .returning();
}

/**
 * Condition of a write in the second batch of a request at the door: the caller still has the role, the device still
 * works, and the event takes place.
 */
export function mayWrite(db: Database, caller: DoorCaller, now: number): SQL {
  const { session, eventId, minimumRole } = caller;
  const check = { session, eventId, minimumRole, needsFactor: caller.device === null };
  return roleCondition(db, check, and(isActive(caller, now), isNull(events.cancelledAt)));
}

/** Condition that a caller's device still works; none for a member. */
function isActive({ device, eventId }: DoorCaller, now: number): SQL | undefined {
  return device === null ? undefined : isDeviceActive({ eventId, deviceId: device.id }, now);
}
