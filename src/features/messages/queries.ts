import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { messages } from "../../db/schema/messages.ts";
import { newId } from "../../kernel/ids.ts";
import type { DueReminder } from "./reminders.ts";

/** One auto-reminder of an event, waiting for its time. */
export function insertReminder(db: Database, eventId: string, reminder: DueReminder, now: number) {
  return db.insert(messages).values({
    eventId,
    id: newId(now),
    slug: reminder.slug,
    audience: reminder.audience,
    channel: "email",
    subject: reminder.subject,
    body: reminder.body,
    sendAt: reminder.sendAt,
    status: "scheduled",
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Moves an auto-reminder that has not been sent to the event's new time. One that a host cancelled stays so.
 * @param guard the condition under which the time is the event's own
 */
export function moveReminder(db: Database, eventId: string, reminder: DueReminder, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ sendAt: reminder.sendAt, updatedAt: now })
    .where(
      and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug), eq(messages.status, "scheduled"), guard),
    );
}

/** Cancels the auto-reminders whose moved time is already past: all but `kept`. The guard is as in `moveReminder`. */
export function cancelReminders(db: Database, eventId: string, kept: readonly string[], now: number, guard: SQL) {
  const past = sql`${messages.slug} not in (select value from json_each(${JSON.stringify(kept)}))`;
  return cancelWhere(db, eventId, now, and(isNotNull(messages.slug), past, guard));
}

/** Cancels everything that has not fired yet, of an event that is gone. */
export function cancelPending(db: Database, eventId: string, now: number) {
  return cancelWhere(db, eventId, now, undefined);
}

function cancelWhere(db: Database, eventId: string, now: number, scope: SQL | undefined) {
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(eq(messages.eventId, eventId), sql`${messages.status} in ('draft', 'scheduled')`, scope));
}
