import { and, eq, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageRecipients } from "../../db/schema/messages.ts";
import type { Channel } from "./audiences.ts";
import { reached } from "./queries.ts";

/** Which message. */
interface MessageKey {
  eventId: string;
  id: string;
}

/**
 * Writes down the chosen guests of a message, all of them or nothing.
 * @param guard the condition of the change that chooses them
 * @throws a constraint violation when one of them is not a guest of the event: the batch is aborted
 */
export function insertChosen(db: Database, { eventId, id }: MessageKey, guestIds: readonly string[], guard: SQL) {
  return [
    db.insert(messageRecipients).select(
      sql`select ${eventId}, ${id}, ${guests.id} from ${asRows(guestIds)} chosen
          join ${guests} on ${guests.eventId} = ${eventId} and ${guests.id} = chosen.value where ${guard}`,
    ),
    // The rows that the statement before has written; none where the guard does not hold.
    abortUnless(db, sql`(changes() = ${guestIds.length} or not ${guard})`),
  ] as const;
}

/** Forgets the chosen guests of a message, for others or for an audience. Comes before `insertChosen`. */
export function deleteChosen(db: Database, { eventId, id }: MessageKey, guard: SQL) {
  const { eventId: event, messageId } = messageRecipients;
  return db.delete(messageRecipients).where(and(eq(event, eventId), eq(messageId, id), guard));
}

/** Who was chosen for a message; a guest who was erased is gone. */
export function listChosen(db: Database, { eventId, id }: MessageKey) {
  const { eventId: event, messageId, guestId } = messageRecipients;
  return db
    .select({ guestId })
    .from(messageRecipients)
    .where(and(eq(event, eventId), eq(messageId, id)));
}

/** As `countRecipients`, for chosen guests. */
export function countChosen(db: Database, eventId: string, guestIds: readonly string[], channel: Channel) {
  return db
    .select(reached(eventId, channel))
    .from(guests)
    .where(and(eq(guests.eventId, eventId), sql`${guests.id} in (select value from ${asRows(guestIds)})`));
}

/** How many of these ids are guests of the event. */
export function countGuests(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), sql`${guests.id} in (select value from ${asRows(guestIds)})`));
}

function asRows(ids: readonly string[]): SQL {
  return sql`json_each(${JSON.stringify(ids)})`;
}
