import type { EventRow } from "../../db/schema/events.ts";
import { REMINDERS, type Reminder } from "../../kernel/audience-standings.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { spokenDeadline } from "../../kernel/reply-by.ts";
import { type LocalTime, localTimeOf, momentOf } from "../../kernel/zoned-time.ts";
import { editableWords, type ReminderSlug, type ReminderWords } from "./reminder-words.ts";

export { reminderOf } from "../../kernel/audience-standings.ts";

/** The values of an event that decide the times of reminders. Times in epoch milliseconds. */
export type RemindedEvent = Pick<EventRow, "eventDate" | "timezone" | "rsvpDeadline">;

/** The day-of reminder is sent at this hour in the event's time zone… */
const DAY_OF_HOUR = 8;

/** …unless the event begins before this hour; then it is sent a fixed time before the event. */
const EARLY_EVENT_HOUR = 11;

const EARLY_LEAD_MS = 3 * HOUR_MS;

/** A reminder that asks is sent at its deadline's time of day if that is between these hours in the event's zone… */
const FIRST_ASKING_HOUR = 9;
const LAST_ASKING_HOUR = 20;

/** …and otherwise at this hour. */
const ASKING_HOUR = 10;

/** The default times of the reminders, in epoch milliseconds. */
const SEND_AT: Record<ReminderSlug, (event: RemindedEvent) => number> = {
  reminder_7d: (event) => daysBeforeReply(event, 7),
  reminder_3d: (event) => daysBeforeReply(event, 3),
  reminder_1d: ({ eventDate }) => eventDate - 24 * HOUR_MS,
  reminder_day_of: dayOf,
};

/** The reminders, and those of them that ask for an RSVP. */
export const SLUGS = {
  all: REMINDERS.map(({ slug }) => slug),
  asking: REMINDERS.filter(({ asks }) => asks).map(({ slug }) => slug),
};

/** A reminder with its time in epoch milliseconds. */
export type DueReminder = Pick<Reminder, "slug" | "audience" | "asks"> & ReminderWords & { sendAt: number };

/** The reminders of an event whose time is not past. */
export function remindersOf(event: RemindedEvent, now: number): DueReminder[] {
  return REMINDERS.map(({ slug, audience, asks }) => ({
    slug,
    audience,
    asks,
    ...editableWords(slug),
    sendAt: SEND_AT[slug](event),
  })).filter((reminder) => reminder.sendAt > now);
}

/**
 * Returns the time of a reminder that asks: `days` days before the deadline, in the calendar of the event's zone and at an
 * hour at which people reply. Without a deadline, returns the time `days` days before the event.
 */
function daysBeforeReply({ eventDate, rsvpDeadline, timezone }: RemindedEvent, days: number): number {
  if (rsvpDeadline === null) return eventDate - days * 24 * HOUR_MS;
  // Midnight ends the day before, as guests read it.
  const deadline = localTimeOf(spokenDeadline(rsvpDeadline, timezone).day, timezone);
  const local = { ...deadline, day: deadline.day - days };
  return momentOf(isAskingTime(local) ? local : { ...local, hour: ASKING_HOUR, minute: 0 }, timezone);
}

function isAskingTime({ hour, minute }: LocalTime): boolean {
  return hour >= FIRST_ASKING_HOUR && (hour < LAST_ASKING_HOUR || (hour === LAST_ASKING_HOUR && minute === 0));
}

/** 08:00 on the day of the event in its time zone, or 3 h before an event that begins before 11:00. */
function dayOf(event: RemindedEvent): number {
  const local = localTimeOf(event.eventDate, event.timezone);
  if (local.hour < EARLY_EVENT_HOUR) return event.eventDate - EARLY_LEAD_MS;
  return momentOf({ ...local, hour: DAY_OF_HOUR, minute: 0 }, event.timezone);
}

/** Returns the first reminder with its default text and its time, for a preview. */
export function firstReminder(
  event: RemindedEvent,
): Pick<Reminder, "slug" | "audience"> & ReminderWords & { at: number } {
  const { slug, audience } = REMINDERS[0];
  return { slug, audience, ...editableWords(slug), at: SEND_AT[slug](event) };
}

export function reminderRow(eventId: string, { slug, audience, subject, body, sendAt }: DueReminder, now: number) {
  const own = { createdBy: null, claimedAt: null, finishedAt: null, ownTime: false, skipReason: null, segment: null };
  const content = { slug, audience, channel: "email" as const, subject, body, sendAt, status: "scheduled" as const };
  return { eventId, id: newId(now), ...content, createdAt: now, updatedAt: now, ...own };
}
