import { and, desc, eq, exists, getTableColumns, isNull, lt, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared, preparedByShape } from "../../db/prepared-statement.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import type { EventCaller } from "../members/authorize-member.ts";
import { roleCondition } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";

export type CheckInRow = typeof checkIns.$inferSelect;
export type DoorGuest = Awaited<ReturnType<typeof findDoorGuest>>[number];
export type DoorSummaryRow = Awaited<ReturnType<typeof summarize>>[number];

/** A check-in with the names of the guest and of the member who recorded it. */
export interface NamedCheckIn {
  checkIn: CheckInRow;
  guestName: string;
  byName: string;
}

/** How many people are expected with a guest: the answer's when attending, else the invitation's party size, else 1. */
const EXPECTED_PARTY = sql<number>`case when ${rsvps.response} = 'attending' then 1 + ${rsvps.plusOnes} else coalesce(${guests.partySize}, 1) end`;

/** A guest with the answer and the current link, as `doorReasons` needs them. */
export function findDoorGuest(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: guests.name,
        partySize: guests.partySize,
        notes: guests.notes,
      },
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      tokenId: accessTokens.id,
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      eventDate: events.eventDate,
    })
    .from(guests)
    .innerJoin(events, and(eq(events.id, guests.eventId), isNull(events.deletedAt)))
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .leftJoin(
      accessTokens,
      and(
        eq(accessTokens.eventId, guests.eventId),
        eq(accessTokens.guestId, guests.id),
        isNull(accessTokens.revokedAt),
      ),
    )
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** The check-in of a guest, with the name of the member who recorded it. */
export function findCheckIn(db: Database, eventId: string, guestId: string) {
  return db
    .select({ checkIn: checkIns, byName: users.name })
    .from(checkIns)
    .innerJoin(users, eq(users.id, checkIns.checkedInBy))
    .where(and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId)))
    .limit(1);
}

/** Condition: the guest is checked in. For statements that follow the insert in its batch. */
export function isCheckedIn(db: Database, eventId: string, guestId: string): SQL {
  return exists(findCheckIn(db, eventId, guestId));
}

/** A check-in before it is written. `arrivalCount` null stands for the expected party. */
export type CheckInToInsert = Omit<CheckInRow, "arrivalCount"> & { arrivalCount: number | null };

/** The conditions of the insert. */
export interface CheckInGuard {
  /** Must have the role. */
  caller: EventCaller;
  /** Must be the end of the current link's id; null for a guest found by name. */
  linkEnding: string | null;
  /** Skips the conditions on the answer and the link. */
  override: boolean;
}

/**
 * Inserts a check-in unless the guest has one. No row when there is one or the guard does not hold; the caller reads
 * which. Answer and link are conditions of the insert, because they may change between a read and the write.
 */
export function insertCheckIn(db: Database, checkIn: CheckInToInsert, { caller, linkEnding, override }: CheckInGuard) {
  const { userId, issuedAt, sessionId } = caller.session;
  const checked = override ? "nothing" : linkEnding === null ? "answer" : "answer and link";
  return INSERT_CHECK_IN(`${caller.minimumRole}: ${checked}`, db, {
    ...checkIn,
    linkEnding,
    userId,
    issuedAt,
    sessionId,
  });
}

/** The minimum role, and which conditions on the guest the insert has. */
type CheckInShape = `${Role}: ${"nothing" | "answer" | "answer and link"}`;

type CheckInValues = CheckInToInsert & EventCaller["session"] & { linkEnding: string | null };

const INSERT_CHECK_IN = preparedByShape((shape: CheckInShape, db, params: Placeholders<CheckInValues>) => {
  const [minimumRole, checked] = shape.split(": ") as [Role, string];
  const values = Object.entries(getTableColumns(checkIns)).map(([key, column]) =>
    key === "arrivalCount"
      ? sql`coalesce(${params.arrivalCount}, ${EXPECTED_PARTY})`
      : sql.param(params[key as keyof CheckInToInsert], column),
  );
  const { eventId, guestId, userId, issuedAt, sessionId } = params;
  const conditions = and(
    eq(guests.eventId, eventId),
    eq(guests.id, guestId),
    roleCondition(db, { session: { userId, issuedAt, sessionId }, eventId, minimumRole }),
    checked === "nothing" ? undefined : sql`coalesce(${rsvps.response}, '') <> 'declined'`,
    checked === "answer and link" ? hasCurrentLink(params) : undefined,
  );
  return db
    .insert(checkIns)
    .select(
      sql`select ${sql.join(values, sql`, `)} from ${guests}
          left join ${rsvps} on ${eq(rsvps.eventId, guests.eventId)} and ${eq(rsvps.guestId, guests.id)}
          where ${conditions}`,
    )
    .onConflictDoNothing()
    .returning();
});

function hasCurrentLink({ eventId, guestId, linkEnding }: Placeholders<CheckInValues>): SQL {
  const isCurrent = and(
    eq(accessTokens.eventId, eventId),
    eq(accessTokens.guestId, guestId),
    isNull(accessTokens.revokedAt),
    sql`substr(${accessTokens.id}, -12) = ${linkEnding}`,
  );
  return sql`exists (select 1 from ${accessTokens} where ${isCurrent})`;
}

/** The names of a guest and a user, for the response to a check-in. */
export function findNames(db: Database, eventId: string, guestId: string, userId: string) {
  return FIND_NAMES(db, { eventId, guestId, userId });
}

const FIND_NAMES = prepared((db, params: Placeholders<Record<"eventId" | "guestId" | "userId", string>>) =>
  db
    .select({ guest: aliased(guests.name, "guest"), by: users.name })
    .from(guests)
    .innerJoin(users, eq(users.id, params.userId))
    .where(and(eq(guests.eventId, params.eventId), eq(guests.id, params.guestId)))
    .limit(1),
);

/** Deletes a check-in and returns it, or no row when there was none. */
export function deleteCheckIn(db: Database, eventId: string, checkInId: string) {
  return db
    .delete(checkIns)
    .where(and(eq(checkIns.eventId, eventId), eq(checkIns.id, checkInId)))
    .returning();
}

/** Check-ins of an event, the last recorded first. @param beforeId the last id of the page before */
export function listCheckIns(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return db
    .select({
      checkIn: checkIns,
      byName: users.name,
      guest: { id: aliased(guests.id, "guest.id"), name: aliased(guests.name, "guest.name") },
      expectedParty: EXPECTED_PARTY.as("expected_party"),
    })
    .from(checkIns)
    .innerJoin(users, eq(users.id, checkIns.checkedInBy))
    .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
    .leftJoin(rsvps, and(eq(rsvps.eventId, checkIns.eventId), eq(rsvps.guestId, checkIns.guestId)))
    .where(and(eq(checkIns.eventId, eventId), beforeId === null ? undefined : lt(checkIns.id, beforeId)))
    .orderBy(desc(checkIns.id))
    .limit(limit);
}

/** Headcounts of an event. Expected are the guests who answered `attending`, with their companions. */
export function summarize(db: Database, eventId: string) {
  const arrived = (what: SQL) => sql<number>`(select ${what} from ${checkIns} where ${eq(checkIns.eventId, eventId)})`;
  const isAttending = and(eq(rsvps.eventId, eventId), eq(rsvps.response, "attending"));
  const expected = (what: SQL) => sql<number>`(select ${what} from ${rsvps} where ${isAttending})`;
  return db
    .select({
      arrivedHeadcount: arrived(sql`coalesce(sum(${checkIns.arrivalCount}), 0)`).as("arrived_headcount"),
      guestsCheckedIn: arrived(sql`count(*)`).as("guests_checked_in"),
      walkIns: arrived(sql`coalesce(sum(${checkIns.walkIn}), 0)`).as("walk_ins"),
      expectedHeadcount: expected(sql`coalesce(sum(1 + ${rsvps.plusOnes}), 0)`).as("expected_headcount"),
      guestsExpected: expected(sql`count(*)`).as("guests_expected"),
    })
    .from(sql`(select 1)`);
}

/** The guest's newest access that was not automated: the one that a check-in confirms to the engine. */
export function findLastAccess(db: Database, eventId: string, guestId: string) {
  return FIND_LAST_ACCESS(db, { eventId, guestId });
}

const FIND_LAST_ACCESS = prepared((db, { eventId, guestId }: Placeholders<Record<"eventId" | "guestId", string>>) =>
  db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.guestId, guestId), eq(accessLogs.automated, false)))
    .orderBy(desc(accessLogs.id))
    .limit(1),
);

/** Guests by a part of their name, with their check-in. @param fold the part, without case and accents */
export function searchGuests(db: Database, eventId: string, fold: string, limit: number) {
  return db
    .select({
      guest: { id: guests.id, name: guests.name },
      response: rsvps.response,
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      checkedInAt: checkIns.checkedInAt,
    })
    .from(guests)
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .leftJoin(checkIns, and(eq(checkIns.eventId, guests.eventId), eq(checkIns.guestId, guests.id)))
    .where(and(eq(guests.eventId, eventId), sql`instr(${guests.nameKey}, ${fold}) > 0`))
    .orderBy(guests.nameKey)
    .limit(limit);
}
