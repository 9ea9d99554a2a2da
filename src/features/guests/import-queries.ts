import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { guestCounts, guests } from "../../db/schema/guests.ts";
import { utf8 } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { findGuestId, type GuestToInsert } from "./queries.ts";
import { foldText } from "./search.ts";

/** D1 takes values of up to 2,000,000 bytes; half of it, because nothing is gained by coming close. */
const MAX_LIST_BYTES = 1_000_000;

/** By what a row of a file is recognised as somebody on the list. */
export function findListed(db: Database, eventId: string) {
  return db.select({ id: guests.id, emailKey: guests.emailKey }).from(guests).where(eq(guests.eventId, eventId));
}

/**
 * Statements that write guests while whoever writes them may (`standing`) and the list holds them all, or write none of
 * them. They belong in one batch, between `recountGuests` and `addToCount`: until the count grows, all of them decide
 * alike.
 * @throws a constraint violation for an address that another guest of the event has
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
  return inLists(rows.map(asList)).map((list) =>
    db.insert(guests).select(sql`select ${eventId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
      value ->> 5, value ->> 6, value ->> 7, null, null, value ->> 8, value ->> 8
      from json_each(${list}) where ${roleCondition} and ${room}`),
  );
}

/** Counts guests that this batch has inserted, if the first of them is there; returns no row if it is not. */
export function addToCount(db: Database, eventId: string, firstId: string, added: number) {
  return db
    .update(guestCounts)
    .set({ guests: sql`${guestCounts.guests} + ${added}` })
    .where(and(eq(guestCounts.eventId, eventId), exists(findGuestId(db, eventId, firstId))))
    .returning({ guests: guestCounts.guests });
}

/** A guest as JSON, in the order in which `insertGuests` reads it. */
function asList({ id, name, email, phone, partySize, notes, createdAt }: GuestToInsert): string {
  const key = email === null ? null : emailKey(email);
  return JSON.stringify([id, name, foldText(name), email, key, phone, partySize, notes, createdAt]);
}

/** JSON arrays of these elements, each small enough to be one bound value. */
function inLists(elements: readonly string[]): string[] {
  const lists: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    const size = utf8(element).length + 1;
    const last = lists.at(-1);
    if (last && bytes + size <= MAX_LIST_BYTES) {
      last.push(element);
      bytes += size;
    } else {
      lists.push([element]);
      bytes = size;
    }
  }
  return lists.map((list) => `[${list.join(",")}]`);
}
