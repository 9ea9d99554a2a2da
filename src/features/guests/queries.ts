import { and, asc, desc, eq, exists, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { guestCounts, guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { foldText, type SearchTerms } from "./search.ts";

/** A guest with the answer and the arrival. */
export type GuestRow = Awaited<ReturnType<typeof findGuest>>[number];

/** What somebody who writes a guest has to know; the rest follows from it. */
export interface GuestToInsert {
  eventId: string;
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  partySize: number | null;
  notes: string | null;
  createdAt: number;
}

type GuestFields = Pick<GuestToInsert, "name" | "email" | "phone" | "partySize" | "notes">;

/** One guest of an event. */
export function findGuest(db: Database, eventId: string, guestId: string) {
  return selectGuests(db).where(isGuest(eventId, guestId)).limit(1);
}

/** Whether an event has a guest: for routes that are about something of the guest's. */
export function findGuestId(db: Database, eventId: string, guestId: string) {
  return db.select({ id: guests.id }).from(guests).where(isGuest(eventId, guestId)).limit(1);
}

/** Guests of an event, newest first, from a cursor on. */
export function listGuests(
  db: Database,
  eventId: string,
  filter: { terms: SearchTerms | null; response: "attending" | "declined" | "maybe" | "pending" | undefined },
  beforeId: string | null,
  limit: number,
) {
  return selectGuests(db)
    .where(
      and(
        eq(guests.eventId, eventId),
        beforeId === null ? undefined : lt(guests.id, beforeId),
        filter.terms === null ? undefined : matches(filter.terms),
        filter.response === undefined ? undefined : answered(filter.response),
      ),
    )
    .orderBy(desc(guests.id))
    .limit(limit);
}

/** A guest with everything that a download tells. */
export type ExportedGuest = Awaited<ReturnType<typeof listForExport>>[number];

/** All guests of an event, in the order in which they were added. */
export function listForExport(db: Database, eventId: string) {
  return db
    .select({
      id: guests.id,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      partySize: guests.partySize,
      notes: aliased(guests.notes, "guest.notes"),
      invitedAt: guests.invitedAt,
      openedAt: guests.openedAt,
      rsvp: {
        response: rsvps.response,
        plusOnes: rsvps.plusOnes,
        submittedAt: rsvps.submittedAt,
        editCount: rsvps.editCount,
      },
      checkIn: {
        checkedInAt: checkIns.checkedInAt,
        arrivalCount: checkIns.arrivalCount,
        walkIn: checkIns.walkIn,
        notes: checkIns.notes,
      },
    })
    .from(guests)
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .leftJoin(checkIns, and(eq(checkIns.eventId, guests.eventId), eq(checkIns.guestId, guests.id)))
    .where(eq(guests.eventId, eventId))
    .orderBy(asc(guests.id));
}

/** What a download about an event is named by, and the zone that its times are in. */
export function findEventLabel(db: Database, eventId: string) {
  return db
    .select({ name: events.name, timezone: events.timezone })
    .from(events)
    .where(eq(events.id, eventId))
    .limit(1);
}

/**
 * Writes a guest while whoever writes it may (`standing`) and the event has fewer than `limit` guests; returns no row
 * otherwise. Belongs in one batch with `countGuest`, which comes after it.
 * @throws a constraint violation for an address that another guest of the event has
 */
export function insertGuest(db: Database, guest: GuestToInsert, limit: number, roleCondition: SQL) {
  const counted = db.select({ guests: guestCounts.guests }).from(guestCounts).where(countOf(guest.eventId));
  const room = sql`coalesce(${counted}, 0) < ${limit}`;
  const { name, email, createdAt } = guest;
  const keys = { nameKey: foldText(name), emailKey: email === null ? null : emailKey(email) };
  const row = { ...guest, ...keys, updatedAt: createdAt };
  return insertWhere(db, guests, row, sql`${roleCondition} and ${room}`).returning({ id: guests.id });
}

/** Whether this very guest is on the list: for what may only happen with the guest, later in the same batch. */
export function isListed(db: Database, eventId: string, guestId: string): SQL {
  return exists(findGuestId(db, eventId, guestId));
}

/** Counts a guest that this batch has inserted; one that it has not is not counted. */
export function countGuest(db: Database, eventId: string, guestId: string) {
  return db
    .insert(guestCounts)
    .select(
      db
        .select({ eventId: guests.eventId, guests: sql<number>`1`.as("guests") })
        .from(guests)
        .where(isGuest(eventId, guestId)),
    )
    .onConflictDoUpdate({ target: guestCounts.eventId, set: { guests: sql`${guestCounts.guests} + 1` } });
}

/** Counts the guests of an event anew, whatever was counted before. Reads the whole list. */
export function recountGuests(db: Database, eventId: string) {
  const counted = sql`(select count(*) from ${guests} where ${guests.eventId} = ${eventId})`;
  return db
    .insert(guestCounts)
    .select(sql`select ${eventId}, ${counted} where true`)
    .onConflictDoUpdate({ target: guestCounts.eventId, set: { guests: sql`excluded.guests` } })
    .returning({ guests: guestCounts.guests });
}

/**
 * Writes new values while whoever writes them may (`standing`); returns no row otherwise, nor for a guest who is not
 * there.
 * @throws a constraint violation for an address that another guest of the event has
 */
export function updateGuest(
  db: Database,
  eventId: string,
  guestId: string,
  changes: Partial<GuestFields> & { updatedAt: number },
  roleCondition: SQL,
) {
  const { name, email } = changes;
  const keys = {
    nameKey: name === undefined ? undefined : foldText(name),
    emailKey: email == null ? email : emailKey(email),
  };
  return db
    .update(guests)
    .set({ ...changes, ...keys })
    .where(and(isGuest(eventId, guestId), roleCondition))
    .returning({ id: guests.id });
}

/**
 * Whether a guest may be taken off the list: who asks may (`standing`), and the guest is on it. For every statement of
 * the batch that does it, up to `deleteGuest`.
 */
export function isErasable(db: Database, roleCondition: SQL, eventId: string, guestId: string): SQL {
  return sql`(${roleCondition} and ${isListed(db, eventId, guestId)})`;
}

/** Takes a guest out of the count, if the guard holds. Belongs in one batch with `deleteGuest`, which comes after it. */
export function discountGuest(db: Database, eventId: string, guard: SQL) {
  return db
    .update(guestCounts)
    .set({ guests: sql`max(${guestCounts.guests} - 1, 0)` })
    .where(and(countOf(eventId), guard));
}

/**
 * Removes a guest, if the guard holds; returns no row otherwise. Links, answers, accesses, arrival and deliveries go
 * along by their foreign keys.
 */
export function deleteGuest(db: Database, eventId: string, guestId: string, guard: SQL) {
  return db
    .delete(guests)
    .where(and(isGuest(eventId, guestId), guard))
    .returning({ id: guests.id });
}

function selectGuests(db: Database) {
  return db
    .select({
      id: guests.id,
      eventId: guests.eventId,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      partySize: guests.partySize,
      notes: guests.notes,
      rsvp: {
        response: rsvps.response,
        plusOnes: rsvps.plusOnes,
        submittedAt: rsvps.submittedAt,
        editCount: rsvps.editCount,
      },
      invitedAt: guests.invitedAt,
      openedAt: guests.openedAt,
      checkedInAt: checkIns.checkedInAt,
      createdAt: guests.createdAt,
    })
    .from(guests)
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .leftJoin(checkIns, and(eq(checkIns.eventId, guests.eventId), eq(checkIns.guestId, guests.id)));
}

/** `instr` and not LIKE: it takes a pattern of any length, and nothing in it has a meaning of its own. */
function matches(terms: SearchTerms) {
  return or(
    sql`instr(${guests.nameKey}, ${terms.name}) > 0`,
    sql`instr(${guests.emailKey}, ${terms.email}) > 0`,
    terms.phone === null ? undefined : sql`instr(${guests.phone}, ${terms.phone}) > 0`,
  );
}

function answered(response: "attending" | "declined" | "maybe" | "pending") {
  return response === "pending" ? isNull(rsvps.guestId) : eq(rsvps.response, response);
}

function isGuest(eventId: string, guestId: string) {
  return and(eq(guests.eventId, eventId), eq(guests.id, guestId));
}

function countOf(eventId: string) {
  return eq(guestCounts.eventId, eventId);
}
