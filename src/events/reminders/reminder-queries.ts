import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { messages } from "../../db/schema/messages.ts";
import { LATEST_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { DueReminder } from "./reminders.ts";

export function reminderRow(eventId: string, { slug, audience, subject, body, sendAt }: DueReminder, now: number) {
  const own = { createdBy: null, claimedAt: null, finishedAt: null, ownTime: false, skipped: false, segment: null };
  const content = { slug, audience, channel: "email" as const, subject, body, sendAt, status: "scheduled" as const };
  return { eventId, id: newId(now), ...content, createdAt: now, updatedAt: now, ...own };
}

/** Cancels the automatic reminders whose new time is past: all but those in `upcoming`. The guard is as in `insertMissingReminder`. */
export function skipReminders(
  db: Database,
  eventId: string,
  upcoming: readonly DueReminder[],
  now: number,
  guard: SQL,
) {
  const slugs = JSON.stringify(upcoming.map(({ slug }) => slug));
  const isPast = sql`${messages.slug} not in (select value from json_each(${slugs}))`;
  const isWaiting = and(eq(messages.status, "scheduled"), eq(messages.ownTime, false), isNotNull(messages.slug));
  return db
    .update(messages)
    .set({ status: "cancelled", skipped: true, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), isWaiting, isPast, guard));
}

/**
 * Moves the messages with a time of a host's choosing by `shift` milliseconds. One that is due is left alone, and one
 * whose new time is past becomes a draft without a time. One that was skipped, because the event is cancelled, keeps its
 * distance whatever the time: `restoreOwnTimes` sees whether it is still to come. The guard is as in `insertMissingReminder`.
 */
export function shiftOwnTimes(db: Database, eventId: string, shift: number, now: number, guard: SQL) {
  const moved = sql`min(${messages.sendAt} + ${shift}, ${LATEST_MS})`;
  const isSkipped = sql`(${messages.status} = 'cancelled' and ${messages.skipped} = 1)`;
  const keepsTime = sql`(${moved} > ${now} or ${isSkipped})`;
  const isWaiting = sql`(${messages.status} in ('draft', 'scheduled') and ${messages.sendAt} > ${now})`;
  return db
    .update(messages)
    .set({
      status: sql`iif(${keepsTime}, ${messages.status}, 'draft')`,
      sendAt: sql`iif(${keepsTime}, ${moved}, null)`,
      updatedAt: now,
    })
    .where(and(eq(messages.eventId, eventId), eq(messages.ownTime, true), or(isWaiting, isSkipped), guard));
}
