import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../db/abort-unless.ts";
import type { Database } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { ANSWER_OF_GUEST, CHOSEN_LOCALE } from "../db/joins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { messageRecipients, type messages } from "../db/schema/messages.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { hasOptedOut } from "../sending/suppression-queries.ts";
import { type Addressing, reached, wasInvited } from "./queries.ts";

/** Identifies a message. */
type MessageKey = Pick<typeof messages.$inferSelect, "eventId" | "id">;

/** Stores the chosen guests of a message; aborts the batch when one of them is not a guest of the event. */
export function insertChosen(db: Database, { eventId, id }: MessageKey, guestIds: readonly string[]) {
  if (guestIds.length === 0) return [];
  const from = sql`from ${asRows(guestIds)} chosen join ${guests} on ${guests.eventId} = ${eventId} and ${guests.id} = chosen.value`;
  return [
    insertFrom(db, messageRecipients, { eventId, messageId: id, guestId: guests.id }, from),
    // The rows that the statement before has written.
    abortUnless(db, sql`changes() = ${guestIds.length}`),
  ];
}

/** Deletes the chosen guests of a message, for others or for an audience. Comes before `insertChosen`. */
export function deleteChosen(db: Database, { eventId, id }: MessageKey) {
  const { eventId: event, messageId } = messageRecipients;
  return db.delete(messageRecipients).where(and(eq(event, eventId), eq(messageId, id)));
}

/** Lists the chosen guests of a message, without guests who were erased. */
export function listChosen(db: Database, { eventId, id }: MessageKey) {
  const { eventId: event, messageId, guestId } = messageRecipients;
  return db
    .select({ guestId })
    .from(messageRecipients)
    .where(and(eq(event, eventId), eq(messageId, id)));
}

/** Counts chosen guests like `countRecipients`. */
export function countChosen(db: Database, eventId: string, guestIds: readonly string[], by: Addressing) {
  return db
    .select(reached(eventId, by))
    .from(guests)
    .where(and(eq(guests.eventId, eventId), isChosen(guestIds)));
}

/** The condition under which a guest is one of these. */
export function isChosen(guestIds: readonly string[]): SQL {
  return sql`${guests.id} in (select value from ${asRows(guestIds)})`;
}

/**
 * Lists the names, greetings and languages of the guests that a text message would reach now. @param inTarget joined with the
 * RSVP, `isInTarget` or `isChosen`
 */
export function listTextRecipients(
  db: Database,
  eventId: string,
  inTarget: SQL,
  { notInvited, smsSender }: Pick<Addressing, "notInvited" | "smsSender">,
) {
  return db
    .select({ name: guests.name, greeting: guests.greeting, locale: CHOSEN_LOCALE.as("chosen_locale") })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(
      and(
        eq(guests.eventId, eventId),
        inTarget,
        wasInvited(notInvited),
        isNotNull(guests.phone),
        sql`not ${hasOptedOut(sql`${guests.phone}`, smsSender)}`,
      ),
    );
}

/** Reads the event for the placeholders of a text. */
export function findTextEvent(db: Database, eventId: string) {
  return db
    .select({
      name: events.name,
      venue: events.venue,
      eventDate: events.eventDate,
      timezone: events.timezone,
      rsvpDeadline: events.rsvpDeadline,
      locale: events.locale,
      addressForm: events.addressForm,
    })
    .from(events)
    .where(eq(events.id, eventId))
    .limit(1);
}

/** Counts the IDs that are guests of the event. */
export function countGuests(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), sql`${guests.id} in (select value from ${asRows(guestIds)})`));
}

function asRows(ids: readonly string[]): SQL {
  return sql`json_each(${JSON.stringify(ids)})`;
}
