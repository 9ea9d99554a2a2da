import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../db/abort-unless.ts";
import type { Database } from "../db/client.ts";
import { isAmong, toJsonArrays } from "../db/lists.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { type Companion, rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";
import { tagKeys } from "../kernel/tag-keys.ts";
import { nextVersion } from "../platform/commit/unchanged.ts";
import { LOWERED_ANSWER } from "./answer-queries.ts";

/** A guest as a bulk change is compared with. */
export type BulkGuest = Awaited<ReturnType<typeof listAmong>>[number];

/** A guest's answer as a bulk change is compared with it. */
export type BulkAnswer = Awaited<ReturnType<typeof listAnswersAmong>>[number];

/** The new tags of a guest, beside those that were read. */
export interface TagChange {
  guestId: string;
  before: readonly string[];
  after: readonly string[];
}

/** An answer with more plus-ones than its party is to have, and its new companions. */
export interface LoweredAnswer {
  answer: BulkAnswer;
  maxPlusOnes: number;
  companions: Companion[];
}

/** Those of the guests who are on the event. */
export function listAmong(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select({
      id: guests.id,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      tags: guests.tags,
      tableName: guests.tableName,
      partySize: guests.partySize,
      companions: guests.companions,
    })
    .from(guests)
    .where(areAmong(eventId, guestIds));
}

/** The answers of those of the guests who come or may come. */
export function listAnswersAmong(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select(LOWERED_ANSWER)
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .where(and(eq(rsvps.eventId, eventId), isAmong(rsvps.guestId, guestIds), ne(rsvps.response, "declined")));
}

/** Condition: all of the guests are on the event. */
export function areListed(eventId: string, guestIds: readonly string[]): SQL {
  return sql`(select count(*) from ${guests} where ${areAmong(eventId, guestIds)}) = ${guestIds.length}`;
}

/** Statements that set fields of all guests to the same values, and abort the batch when one of them is gone. */
export function updateGuests(
  db: Database,
  eventId: string,
  guestIds: readonly string[],
  fields: { tableName?: string | null | undefined; partySize?: number | null | undefined },
  now: number,
) {
  return [
    db
      .update(guests)
      .set({ ...fields, updatedAt: nextVersion(guests, now) })
      .where(areAmong(eventId, guestIds)),
    abortUnlessWritten(db, guestIds.length),
  ] as const;
}

/** Statements that set the tags of guests, and abort the batch when those of one are not as they were read. */
export function updateTags(db: Database, eventId: string, changes: readonly TagChange[], now: number) {
  const rows = changes.map(({ guestId, before, after }) =>
    JSON.stringify([guestId, JSON.stringify(before), JSON.stringify(after), tagKeys(after)]),
  );
  return toJsonArrays(rows).flatMap((list) => [
    db
      .update(guests)
      .set({ tags: sql`given.value ->> 2`, tagKeys: sql`given.value ->> 3`, updatedAt: nextVersion(guests, now) })
      .from(givenRows(eventId, list))
      .where(
        and(
          sql`${guests.eventId} = given.event_id`,
          sql`${guests.id} = given.value ->> 0`,
          sql`${guests.tags} = given.value ->> 1`,
        ),
      ),
    abortUnlessWritten(db, lengthOf(list)),
  ]);
}

/**
 * Statements that lower answers, each after a revision that the host replaced, and abort the batch when one is not as it
 * was read. No edits of the guests.
 */
export function lowerAnswers(db: Database, eventId: string, lowered: readonly LoweredAnswer[], now: number) {
  const rows = lowered.map(({ answer, maxPlusOnes, companions }) =>
    JSON.stringify([answer.guest.id, maxPlusOnes, JSON.stringify(companions), answer.plusOnes, answer.updatedAt]),
  );
  const isAsRead = and(
    sql`${rsvps.eventId} = given.event_id`,
    sql`${rsvps.guestId} = given.value ->> 0`,
    sql`${rsvps.plusOnes} = given.value ->> 3`,
    sql`${rsvps.updatedAt} = given.value ->> 4`,
  );
  return toJsonArrays(rows).flatMap((list) => [
    db.insert(rsvpRevisions).select(sql`
      select ${rsvps.eventId}, ${rsvps.guestId}, ${rsvps.editCount} + ${rsvps.hostChangeCount}, ${rsvps.response},
        ${rsvps.plusOnes}, ${rsvps.updatedAt}, ${now}, ${rsvps.editCount}, 'host',
        ${rsvps.companions}, ${rsvps.answers}, ${rsvps.answeredBy}, ${rsvps.seat}
      from ${givenRows(eventId, list)} cross join ${rsvps} where ${isAsRead}`),
    db
      .update(rsvps)
      .set({
        plusOnes: sql`given.value ->> 1`,
        companions: sql`given.value ->> 2`,
        heads: sql`iif(${rsvps.heads} = 0, 0, 1 + (given.value ->> 1))`,
        hostChangeCount: sql`${rsvps.hostChangeCount} + 1`,
        updatedAt: now,
      })
      .from(givenRows(eventId, list))
      .where(isAsRead),
    abortUnlessWritten(db, lengthOf(list)),
  ]);
}

/**
 * Aborts the batch when an answer that came in since the read has more plus-ones than its party allows, which a trigger
 * stores beside it. Comes after `updateGuests` and `lowerAnswers`.
 */
export function abortUnlessAnswersFit(db: Database, eventId: string, guestIds: readonly string[]) {
  const ofGuests = and(eq(rsvps.eventId, eventId), isAmong(rsvps.guestId, guestIds), ne(rsvps.response, "declined"));
  return abortUnless(
    db,
    sql`not exists (select 1 from ${rsvps} where ${ofGuests} and ${rsvps.plusOnes} > ${rsvps.maxPlusOnes})`,
  );
}

/** Subtracts deleted guests from the event's count. */
export function subtractFromGuestCount(db: Database, eventId: string, deleted: number) {
  return db
    .update(guestCounts)
    .set({ guests: sql`max(${guestCounts.guests} - ${deleted}, 0)` })
    .where(eq(guestCounts.eventId, eventId));
}

/** Deletes guests. Foreign keys and triggers take what belongs to them. */
export function deleteAmong(db: Database, eventId: string, guestIds: readonly string[]) {
  return db.delete(guests).where(areAmong(eventId, guestIds));
}

/** Aborts the batch unless the statement before wrote this many rows. */
function abortUnlessWritten(db: Database, rows: number) {
  return abortUnless(db, sql`changes() = ${rows}`);
}

/**
 * The elements of a list, to join with rows of the event. The limit keeps SQLite from reading the list once for each row of
 * the event, which for 5,000 of both takes twenty seconds: it looks up each row by `given.event_id` and an id instead.
 */
function givenRows(eventId: string, list: string): SQL {
  return sql`(select value, ${eventId} as event_id from json_each(${list}) limit -1) as given`;
}

function areAmong(eventId: string, guestIds: readonly string[]) {
  return and(eq(guests.eventId, eventId), isAmong(guests.id, guestIds));
}

function lengthOf(list: string): number {
  return (JSON.parse(list) as unknown[]).length;
}
