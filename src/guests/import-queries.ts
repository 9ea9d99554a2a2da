import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { toJsonArrays } from "../db/lists.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { emailKey } from "../kernel/email-address.ts";
import { tagKeys } from "../kernel/tag-keys.ts";
import { findGuestId, type GuestToInsert } from "./queries.ts";
import { foldText } from "./search.ts";

/** The ids, e-mail keys, folded names and external ids of an event's guests: what a row of a file is matched against. */
export function listGuestKeys(db: Database, eventId: string) {
  const { id, emailKey: address, nameKey, externalId } = guests;
  return db.select({ id, emailKey: address, nameKey, externalId }).from(guests).where(eq(guests.eventId, eventId));
}

/**
 * Inserts all guests, or none of them when the caller's role (`roleCondition`) is gone or they exceed `limit`. Run in one
 * batch, after `recountGuests` and before `addToGuestCount`: while the count is unchanged, all statements evaluate the
 * condition alike.
 * @throws a constraint violation when another guest of the event has an address
 */
export function insertGuests(
  db: Database,
  eventId: string,
  rows: readonly GuestToInsert[],
  limit: number,
  roleCondition: SQL,
) {
  const counted = db.select({ guests: guestCounts.guests }).from(guestCounts).where(eq(guestCounts.eventId, eventId));
  const room = sql`coalesce(${counted}, 0) + ${rows.length} <= ${limit}`;
  return toJsonArrays(rows.map(toJsonRow)).map((list) =>
    db.insert(guests).select(sql`select ${eventId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
      value ->> 5, value ->> 6, value ->> 7, null, null, value ->> 8, value ->> 8,
      null, null, null, null, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, null
      from json_each(${list}) where ${roleCondition} and ${room}`),
  );
}

/** Adds the guests that this batch inserted to the event's count, if the first of them exists; returns no row otherwise. */
export function addToGuestCount(db: Database, eventId: string, firstId: string, added: number) {
  return db
    .update(guestCounts)
    .set({ guests: sql`${guestCounts.guests} + ${added}` })
    .where(and(eq(guestCounts.eventId, eventId), exists(findGuestId(db, eventId, firstId))))
    .returning({ guests: guestCounts.guests });
}

/** A guest as a JSON array, in the column order of `insertGuests`. */
function toJsonRow(guest: GuestToInsert): string {
  const { id, name, email, phone, partySize, notes, createdAt } = guest;
  const { tags = [], tableName = null, externalId = null, locale = null, companions = [] } = guest;
  const key = email === null ? null : emailKey(email);
  return JSON.stringify([
    ...[id, name, foldText(name), email, key, phone, partySize, notes, createdAt],
    ...[JSON.stringify(tags), tableName, externalId, locale, JSON.stringify(companions), tagKeys(tags)],
  ]);
}
