import { and, eq, isNotNull, sql } from "drizzle-orm";
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

/** Moves an auto-reminder that has not been sent to the event's new time. One that a host cancelled stays so. */
export function moveReminder(db: Database, eventId: string, reminder: DueReminder, now: number) {
  return db
    .update(messages)
    .set({ sendAt: reminder.sendAt, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug), eq(messages.status, "scheduled")));
}

/** Cancels what has not fired yet: of an event that is gone, or reminders whose moved time is already past. */
export function cancelPending(db: Database, eventId: string, now: number, kept: readonly string[] | null = null) {
  const scope =
    kept === null
      ? sql`1`
      : and(
          isNotNull(messages.slug),
          sql`${messages.slug} not in (select value from json_each(${JSON.stringify(kept)}))`,
        );
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(eq(messages.eventId, eventId), sql`${messages.status} in ('draft', 'scheduled')`, scope));
}
