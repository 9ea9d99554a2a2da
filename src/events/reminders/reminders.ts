import type { EventRow } from "../../db/schema/events.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Standing } from "../../kernel/rsvp.ts";
import { type LocalTime, localTimeOf, momentOf } from "../../kernel/zoned-time.ts";
import { editableWords, type ReminderSlug, type ReminderWords } from "./reminder-words.ts";

/** The values of an event that decide the times of reminders. Times in epoch milliseconds. */
export type RemindedEvent = Pick<EventRow, "eventDate" | "timezone" | "rsvpDeadline">;

interface Reminder {
  slug: ReminderSlug;
  audience: "pending_and_maybe" | "pending" | "attending_and_maybe";
  /** The standings that the reminder goes to, while it has this audience. */
  standings: readonly Standing[];
  /** Whether its purpose is an RSVP: it is skipped while the event takes none. */
  asks: boolean;
  sendAt(event: RemindedEvent): number;
}

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

const REMINDERS: readonly [Reminder, ...Reminder[]] = [
  {
    slug: "reminder_7d",
    audience: "pending_and_maybe",
    standings: ["silent", "maybe"],
    asks: true,
    sendAt: (event) => daysBeforeReply(event, 7),
  },
  {
    slug: "reminder_3d",
    audience: "pending",
    standings: ["silent"],
    asks: true,
    sendAt: (event) => daysBeforeReply(event, 3),
  },
  {
    slug: "reminder_1d",
    audience: "attending_and_maybe",
    standings: ["coming", "maybe", "waitlisted", "offered"],
    asks: false,
    sendAt: ({ eventDate }) => eventDate - 24 * HOUR_MS,
  },
  {
    slug: "reminder_day_of",
    audience: "attending_and_maybe",
    standings: ["coming", "maybe"],
    asks: false,
    sendAt: dayOf,
  },
];

/** Standings that a reminder may go to if a host has chosen another audience for it. The others get no reminder. */
export const REMINDABLE: readonly Standing[] = ["coming", "offered", "waitlisted", "maybe", "silent"];

/** The reminders, and those of them that ask for an RSVP. */
export const SLUGS = {
  all: REMINDERS.map(({ slug }) => slug),
  asking: REMINDERS.filter(({ asks }) => asks).map(({ slug }) => slug),
};

export function reminderOf(slug: ReminderSlug): Reminder {
  return REMINDERS.find((reminder) => reminder.slug === slug) ?? REMINDERS[0];
}

/** A reminder with its time in epoch milliseconds. */
export type DueReminder = Pick<Reminder, "slug" | "audience" | "asks"> & ReminderWords & { sendAt: number };

/** The reminders of an event whose time is not past. */
export function remindersOf(event: RemindedEvent, now: number): DueReminder[] {
  return REMINDERS.map(({ slug, audience, asks, sendAt }) => ({
    slug,
    audience,
    asks,
    ...editableWords(slug),
    sendAt: sendAt(event),
  })).filter((reminder) => reminder.sendAt > now);
}

/**
 * Returns the time of a reminder that asks: `days` days before the deadline, in the calendar of the event's zone and at an
 * hour at which people reply. Without a deadline, returns the time `days` days before the event.
 */
function daysBeforeReply({ eventDate, rsvpDeadline, timezone }: RemindedEvent, days: number): number {
  if (rsvpDeadline === null) return eventDate - days * 24 * HOUR_MS;
  const deadline = localTimeOf(rsvpDeadline, timezone);
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
  const { slug, audience, sendAt } = REMINDERS[0];
  return { slug, audience, ...editableWords(slug), at: sendAt(event) };
}

export function reminderRow(eventId: string, { slug, audience, subject, body, sendAt }: DueReminder, now: number) {
  const own = { createdBy: null, claimedAt: null, finishedAt: null, ownTime: false, skipReason: null, segment: null };
  const content = { slug, audience, channel: "email" as const, subject, body, sendAt, status: "scheduled" as const };
  return { eventId, id: newId(now), ...content, createdAt: now, updatedAt: now, ...own };
}
