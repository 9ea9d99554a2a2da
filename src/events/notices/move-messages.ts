import type { SQL } from "drizzle-orm";
import { and, eq, or, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { messages } from "../../db/schema/messages.ts";
import { reminderRow } from "../reminders/reminder-queries.ts";
import type { DueReminder } from "../reminders/reminders.ts";

export function scheduleReminders(
  db: RequestContext["db"],
  eventId: string,
  reminders: readonly DueReminder[],
  now: number,
  guard: SQL,
) {
  return reminders.flatMap((reminder) => [
    moveReminder(db, eventId, reminder, now, guard),
    insertMissingReminder(db, eventId, reminder, now, guard),
  ]);
}

/**
 * Schedules an automatic reminder that the event does not have, because its time was past so far.
 * @param guard the condition under which the event has the time that the reminder was computed from
 */
function insertMissingReminder(db: Database, eventId: string, reminder: DueReminder, now: number, guard: SQL) {
  const known = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug)));
  const isMissing = sql`not exists ${known} and ${guard}`;
  return insertWhere(db, messages, reminderRow(eventId, reminder, now), isMissing);
}

/**
 * Reschedules an automatic reminder after the event was moved, also one that was skipped. One that was sent, that a host
 * cancelled, or whose time a host chose stays so. The guard is as in `insertMissingReminder`.
 */
function moveReminder(db: Database, eventId: string, reminder: DueReminder, now: number, guard: SQL) {
  const isWaiting = and(eq(messages.status, "scheduled"), eq(messages.ownTime, false));
  const isSkipped = and(eq(messages.status, "cancelled"), eq(messages.skipped, true), eq(messages.ownTime, false));
  return db
    .update(messages)
    .set({ sendAt: reminder.sendAt, status: "scheduled", skipped: false, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug), or(isWaiting, isSkipped), guard));
}
