import { and, eq, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageRecipients, messages } from "../../db/schema/messages.ts";

/**
 * Writes down the chosen guests of a message that was inserted before in the same batch, all of them or nothing.
 * @throws a constraint violation when one of them is not a guest of the event: the batch is aborted
 */
export function insertChosen(db: Database, eventId: string, messageId: string, guestIds: readonly string[]) {
  const isInserted = sql`exists (select 1 from ${messages} where ${isMessage(eventId, messageId)})`;
  return [
    db.insert(messageRecipients).select(
      sql`select ${eventId}, ${messageId}, ${guests.id} from ${asRows(guestIds)} chosen
          join ${guests} on ${guests.eventId} = ${eventId} and ${guests.id} = chosen.value where ${isInserted}`,
    ),
    // The rows that the statement before has written; none where the message itself was not.
    abortUnless(db, sql`(changes() = ${guestIds.length} or not ${isInserted})`),
  ] as const;
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

function isMessage(eventId: string, messageId: string): SQL | undefined {
  return and(eq(messages.eventId, eventId), eq(messages.id, messageId));
}
