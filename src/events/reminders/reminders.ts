import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { EventRow } from "../../db/schema/events.ts";
import { messages } from "../../db/schema/messages.ts";
import { HOUR_MS, LATEST_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { localTimeOf, momentOf } from "../../kernel/zoned-time.ts";
import { editableWords, type ReminderSlug, type ReminderWords } from "./reminder-words.ts";

/** The values of an event that decide the times of reminders. `eventDate` in epoch milliseconds. */
export type RemindedEvent = Pick<EventRow, "eventDate" | "timezone">;

interface Reminder {
  slug: ReminderSlug;
  audience: "pending_and_maybe" | "pending" | "attending_and_maybe";
  sendAt(event: RemindedEvent): number;
}

/** The day-of reminder is sent at this hour in the event's time zone… */
const DAY_OF_HOUR = 8;

/** …unless the event begins before this hour; then it is sent a fixed time before the event. */
const EARLY_EVENT_HOUR = 11;

const EARLY_LEAD_MS = 3 * HOUR_MS;

const REMINDERS: readonly [Reminder, ...Reminder[]] = [
  {
    slug: "reminder_7d",
    audience: "pending_and_maybe",
    sendAt: ({ eventDate }) => eventDate - 168 * HOUR_MS,
  },
  {
    slug: "reminder_3d",
    audience: "pending",
    sendAt: ({ eventDate }) => eventDate - 72 * HOUR_MS,
  },
  {
    slug: "reminder_1d",
    audience: "attending_and_maybe",
    sendAt: ({ eventDate }) => eventDate - 24 * HOUR_MS,
  },
  {
    slug: "reminder_day_of",
    audience: "attending_and_maybe",
    sendAt: dayOf,
  },
];

/** A reminder with its time in epoch milliseconds. */
export type DueReminder = Omit<Reminder, "sendAt"> & ReminderWords & { sendAt: number };

/** The reminders of an event whose time is not past. */
export function remindersOf(event: RemindedEvent, now: number): DueReminder[] {
  return REMINDERS.map(({ sendAt, ...reminder }) => ({
    ...reminder,
    ...editableWords(reminder.slug),
    sendAt: sendAt(event),
  })).filter((reminder) => reminder.sendAt > now);
}

/** 08:00 on the day of the event in its time zone, or 3 h before an event that begins before 11:00. */
function dayOf(event: RemindedEvent): number {
  const local = localTimeOf(event.eventDate, event.timezone);
  if (local.hour < EARLY_EVENT_HOUR) return event.eventDate - EARLY_LEAD_MS;
  return momentOf({ ...local, hour: DAY_OF_HOUR, minute: 0 }, event.timezone);
}

/** Returns the text of the first reminder, for a preview. */
export function firstReminder(): Pick<Reminder, "slug"> & ReminderWords {
  const { slug } = REMINDERS[0];
  return { slug, ...editableWords(slug) };
}

export function reminderRow(eventId: string, { slug, audience, subject, body, sendAt }: DueReminder, now: number) {
  const own = { createdBy: null, claimedAt: null, finishedAt: null, ownTime: false, skipped: false, segment: null };
  const content = { slug, audience, channel: "email" as const, subject, body, sendAt, status: "scheduled" as const };
  return { eventId, id: newId(now), ...content, createdAt: now, updatedAt: now, ...own };
}

/** Cancels the automatic reminders whose new time is past: all but those in `upcoming`. */
export function skipReminders(db: Database, eventId: string, upcoming: readonly DueReminder[], now: number) {
  const slugs = JSON.stringify(upcoming.map(({ slug }) => slug));
  const isPast = sql`${messages.slug} not in (select value from json_each(${slugs}))`;
  const isWaiting = and(eq(messages.status, "scheduled"), eq(messages.ownTime, false), isNotNull(messages.slug));
  return db
    .update(messages)
    .set({ status: "cancelled", skipped: true, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), isWaiting, isPast));
}

/**
 * Moves the messages with a host's own time by `shift` milliseconds. A due message is unchanged. A message whose new
 * time is past becomes a draft without a time. A message that was skipped, because the event is cancelled, keeps its
 * distance to the event; `restoreOwnTimes` checks whether its time is still in the future.
 */
export function shiftOwnTimes(db: Database, eventId: string, shift: number, now: number) {
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
    .where(and(eq(messages.eventId, eventId), eq(messages.ownTime, true), or(isWaiting, isSkipped)));
}
