import type { EventRow } from "../../db/schema/events.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
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
