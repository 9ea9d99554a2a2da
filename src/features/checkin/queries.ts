import { and, desc, eq, exists, getTableColumns, isNull, lt, type SQL, sql } from "drizzle-orm";
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

/** How many people a guest brings to the door: the answer's party when attending, else the invitation's, else one. */
const EXPECTED_PARTY = sql<number>`case when ${rsvps.response} = 'attending' then 1 + ${rsvps.plusOnes} else coalesce(${guests.partySize}, 1) end`;

/** Everything that the door asks about a guest, read afresh. */
export function findDoorGuest(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: { id: guests.id, name: guests.name, partySize: guests.partySize, notes: guests.notes },
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

/** The arrival of a guest, if there was one, with the name of who noted it. */
export function findCheckIn(db: Database, eventId: string, guestId: string) {
  return db
    .select({ checkIn: checkIns, byName: users.name })
    .from(checkIns)
    .innerJoin(users, eq(users.id, checkIns.checkedInBy))
    .where(and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId)))
    .limit(1);
}

/** Whether a guest is in: for what may only happen with the arrival, later in the same batch. */
export function isCheckedIn(db: Database, eventId: string, guestId: string): SQL {
  return exists(findCheckIn(db, eventId, guestId));
}

/** An arrival as it is to be written. `arrivalCount` null: the party that is expected. */
export type Arrival = Omit<CheckInRow, "arrivalCount"> & { arrivalCount: number | null };

/** What must be so in the very moment of the write. */
export interface ArrivalGuard {
  /** Who notes it, and may still do so. */
  caller: EventCaller;
  /** The last digits of the link's id for which the code was made; null for a guest found by name. */
  linkEnding: string | null;
  /** The person at the door has seen what speaks against it. */
  override: boolean;
}

/**
 * Notes an arrival, once. No row when the guest is in already or the guard does not hold; which of them it was, the
 * caller asks afterwards. The answer and the link are read by the write itself: they may change while a code is scanned.
 */
export function insertCheckIn(db: Database, arrival: Arrival, { caller, linkEnding, override }: ArrivalGuard) {
  const { userId, issuedAt } = caller.session;
  const asked = override ? "nothing" : linkEnding === null ? "answer" : "answer and link";
  return INSERT_CHECK_IN(`${caller.minimumRole}: ${asked}`, db, { ...arrival, linkEnding, userId, issuedAt });
}

/** What the write asks: for which role, and what of the guest. */
type ArrivalShape = `${Role}: ${"nothing" | "answer" | "answer and link"}`;

type ArrivalValues = Arrival & { linkEnding: string | null; userId: string; issuedAt: number };

const INSERT_CHECK_IN = preparedByShape((shape: ArrivalShape, db, params: Placeholders<ArrivalValues>) => {
  const [minimumRole, asked] = shape.split(": ") as [Role, string];
  const values = Object.entries(getTableColumns(checkIns)).map(([key, column]) =>
    key === "arrivalCount"
      ? sql`coalesce(${params.arrivalCount}, ${EXPECTED_PARTY})`
      : sql.param(params[key as keyof Arrival], column),
  );
  const { eventId, guestId, userId, issuedAt } = params;
  const conditions = and(
    eq(guests.eventId, eventId),
    eq(guests.id, guestId),
    roleCondition(db, { session: { userId, issuedAt }, eventId, minimumRole }),
    asked === "nothing" ? undefined : sql`coalesce(${rsvps.response}, '') <> 'declined'`,
    asked === "answer and link" ? hasLink(params) : undefined,
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

function hasLink({ eventId, guestId, linkEnding }: Placeholders<ArrivalValues>): SQL {
  const present = and(
    eq(accessTokens.eventId, eventId),
    eq(accessTokens.guestId, guestId),
    isNull(accessTokens.revokedAt),
    sql`substr(${accessTokens.id}, -12) = ${linkEnding}`,
  );
  return sql`exists (select 1 from ${accessTokens} where ${present})`;
}

/** Who stands behind an id, for the answer to a check-in. */
export function findNames(db: Database, eventId: string, guestId: string, userId: string) {
  return FIND_NAMES(db, { eventId, guestId, userId });
}

const FIND_NAMES = prepared((db, params: Placeholders<Record<"eventId" | "guestId" | "userId", string>>) =>
  db
    .select({ guest: guests.name, by: users.name })
    .from(guests)
    .innerJoin(users, eq(users.id, params.userId))
    .where(and(eq(guests.eventId, params.eventId), eq(guests.id, params.guestId)))
    .limit(1),
);

/** Takes an arrival back. Returns it, or no row when there was none. */
export function deleteCheckIn(db: Database, eventId: string, checkInId: string) {
  return db
    .delete(checkIns)
    .where(and(eq(checkIns.eventId, eventId), eq(checkIns.id, checkInId)))
    .returning();
}

/** Arrivals of an event in the order in which they reached us, newest first. */
export function listCheckIns(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return db
    .select({
      checkIn: checkIns,
      byName: users.name,
      guest: { id: guests.id, name: guests.name },
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

/** The door in numbers. Expected are the guests who said that they come, and their parties. */
export function summarize(db: Database, eventId: string) {
  const arrived = (what: SQL) => sql<number>`(select ${what} from ${checkIns} where ${eq(checkIns.eventId, eventId)})`;
  const coming = and(eq(rsvps.eventId, eventId), eq(rsvps.response, "attending"));
  const expected = (what: SQL) => sql<number>`(select ${what} from ${rsvps} where ${coming})`;
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

/** The guest's newest access by a person: what an arrival tells the engine about. */
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

/** Guests whom the door may look for by name, with whether they are in. `fold` is the name without case and accents. */
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
