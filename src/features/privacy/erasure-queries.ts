import { and, eq, exists, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { deadLetters, messages } from "../../db/schema/messages.ts";

/** Messages of an event that are looked at; one that is being sent is never far from the newest. */
const MAX_MESSAGES = 50;

/** Removes the messages about a guest, or without one about a whole event, that nobody would have tried again. */
export function deleteDeadLetters(db: Database, eventId: string, guestId: string | null, guard: SQL) {
  const [field, id] = guestId === null ? ["event_id", eventId] : ["guest_id", guestId];
  const about = sql`instr(${deadLetters.body}, ${id}) > 0 and ${deadLetters.body} ->> ${`$.body.${field}`} = ${id}`;
  return db.delete(deadLetters).where(and(about, guard));
}

/** Whether the guest is on the list, or without a guest whether the event stands: then nothing of it may be forgotten. */
export function findStanding(db: Database, eventId: string, guestId: string | undefined) {
  const ofEvent = and(eq(events.id, eventId), isNull(events.deletedAt));
  const guest = and(eq(guests.eventId, eventId), eq(guests.id, guestId ?? ""));
  const roleCondition =
    guestId === undefined ? ofEvent : exists(db.select({ id: guests.id }).from(guests).where(guest));
  return db.select({ one: sql<number>`1` }).from(events).where(roleCondition).limit(1);
}

/** The messages of an event of which a journal may still tell. @param since epoch milliseconds */
export function listJournaled(db: Database, eventId: string, since: number) {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.eventId, eventId),
        isNotNull(messages.claimedAt),
        or(isNull(messages.finishedAt), gt(messages.finishedAt, since)),
      ),
    )
    .limit(MAX_MESSAGES);
}
