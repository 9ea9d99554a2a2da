import { and, eq, gt, inArray, isNotNull, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import type { EventRow } from "../../db/schema/events.ts";
import { messages, type SkipReason } from "../../db/schema/messages.ts";
import { LATEST_MS } from "../../kernel/clock.ts";
import type { EventReaction } from "../event-change.ts";
import type { ReminderSlug } from "./reminder-words.ts";
import { type DueReminder, reminderRow, remindersOf, SLUGS } from "./reminders.ts";

/**
 * An event's messages follow it. Each automatic reminder keeps its distance to the event, or to the deadline for RSVPs if
 * it asks for one: it is moved, created if missing, restored if skipped, or skipped if its new time is past. Cancelling
 * the event skips its scheduled messages, and reinstating it restores those whose time is still in the future. A
 * reminder that was skipped because the event took no replies returns if the deadline or the seats change and its time
 * is in the future. Unchanged are sent messages, messages that a host cancelled, and messages with a host's own time.
 * With `shiftsOwn`, these move as well; one whose new time is past becomes a draft.
 */
export const moveMessages: EventReaction = ({ db }, { before, after, now, shiftsOwn = false }) => {
  const { id, cancelledAt } = after;
  const reminders = cancelledAt === null ? remindersOf(after, now) : [];
  if (before === null) {
    return { changes: reminders.map((reminder) => db.insert(messages).values(reminderRow(id, reminder, now))) };
  }
  const wasCancelled = before.cancelledAt !== null;
  if (cancelledAt !== null && !wasCancelled) return { changes: [skipScheduled(db, id, now)] };
  if (cancelledAt === null && wasCancelled) {
    const restored = restoreOwnTimes(db, id, ["past", "event_cancelled"], now);
    return { changes: [restored, ...scheduleReminders(db, id, reminders, now)] };
  }
  const moved = movedSlugs(before, after);
  const shift = after.eventDate - before.eventDate;
  const isMoved = ({ slug }: DueReminder) => moved.includes(slug);
  const changes = [
    ...scheduleReminders(db, id, reminders.filter(isMoved), now),
    ...(moved.length > 0 ? [skipReminders(db, id, moved, reminders, now)] : []),
    ...(shiftsOwn && shift !== 0 ? [shiftOwnTimes(db, id, shift, now)] : []),
    ...(cancelledAt === null && mayReopen(before, after) ? [restoreUnanswerable(db, id, now)] : []),
  ];
  return changes.length === 0 ? {} : { changes };
};

/** The reminders whose time a change of the event moves. */
function movedSlugs(before: EventRow, after: EventRow): readonly ReminderSlug[] {
  if (before.eventDate !== after.eventDate || before.timezone !== after.timezone) return SLUGS.all;
  return before.rsvpDeadline === after.rsvpDeadline ? [] : SLUGS.asking;
}

/** True if the event may take replies after a change although it took none before. */
function mayReopen(before: EventRow, after: EventRow): boolean {
  return (
    before.rsvpDeadline !== after.rsvpDeadline ||
    before.capacity !== after.capacity ||
    before.waitlist !== after.waitlist
  );
}

function scheduleReminders(db: Database, eventId: string, reminders: readonly DueReminder[], now: number) {
  return reminders.flatMap((reminder) => [
    moveReminder(db, eventId, reminder, now),
    insertMissingReminder(db, eventId, reminder, now),
  ]);
}

/** Schedules an automatic reminder that the event does not have, because its time was past so far. */
function insertMissingReminder(db: Database, eventId: string, reminder: DueReminder, now: number) {
  const known = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug)));
  return insertWhere(db, messages, reminderRow(eventId, reminder, now), sql`not exists ${known}`);
}

/**
 * Reschedules an automatic reminder after the event was moved, also a skipped one. Reminders that were sent, that a
 * host cancelled, or whose time a host chose are unchanged.
 */
function moveReminder(db: Database, eventId: string, reminder: DueReminder, now: number) {
  const isWaiting = and(eq(messages.status, "scheduled"), eq(messages.ownTime, false));
  const isSkipped = and(eq(messages.status, "cancelled"), isNotNull(messages.skipReason), eq(messages.ownTime, false));
  return db
    .update(messages)
    .set({ sendAt: reminder.sendAt, status: "scheduled", skipReason: null, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug), or(isWaiting, isSkipped)));
}

/** Restores skipped messages with a host's own time that is still in the future. */
function restoreOwnTimes(db: Database, eventId: string, reasons: SkipReason[], now: number) {
  return db
    .update(messages)
    .set({ status: "scheduled", skipReason: null, updatedAt: now })
    .where(and(wasSkipped(eventId, reasons), eq(messages.ownTime, true), gt(messages.sendAt, now)));
}

/**
 * Restores the reminders that were skipped because the event took no replies and whose time is still in the future. If
 * the event still takes none at that time, they are skipped again.
 */
function restoreUnanswerable(db: Database, eventId: string, now: number) {
  return db
    .update(messages)
    .set({ status: "scheduled", skipReason: null, updatedAt: now })
    .where(and(wasSkipped(eventId, ["closed", "full"]), gt(messages.sendAt, now)));
}

function wasSkipped(eventId: string, reasons: SkipReason[]) {
  return and(eq(messages.eventId, eventId), eq(messages.status, "cancelled"), inArray(messages.skipReason, reasons));
}

/** Cancels the drafts and scheduled messages of events that are being deleted. @param eventIds a list or a query */
export function cancelPending(db: Database, eventIds: SQLWrapper, now: number) {
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(sql`${messages.eventId} in ${eventIds} and ${messages.status} in ('draft', 'scheduled')`);
}

/** Cancels those of the moved reminders whose new time is past: all but those in `upcoming`. */
function skipReminders(
  db: Database,
  eventId: string,
  moved: readonly ReminderSlug[],
  upcoming: readonly DueReminder[],
  now: number,
) {
  const past = moved.filter((slug) => !upcoming.some((reminder) => reminder.slug === slug));
  const isPast = sql`${messages.slug} in (select value from json_each(${JSON.stringify(past)}))`;
  const isWaiting = and(eq(messages.status, "scheduled"), eq(messages.ownTime, false), isNotNull(messages.slug));
  return db
    .update(messages)
    .set({ status: "cancelled", skipReason: "past", updatedAt: now })
    .where(and(eq(messages.eventId, eventId), isWaiting, isPast));
}

/**
 * Moves the messages with a host's own time by `shift` milliseconds. A due message is unchanged. A message whose new
 * time is past becomes a draft without a time. A message that was skipped, because the event is cancelled, keeps its
 * distance to the event; `restoreOwnTimes` checks whether its time is still in the future.
 */
function shiftOwnTimes(db: Database, eventId: string, shift: number, now: number) {
  const moved = sql`min(${messages.sendAt} + ${shift}, ${LATEST_MS})`;
  const isSkipped = sql`(${messages.status} = 'cancelled' and ${messages.skipReason} is not null)`;
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

/** Skips the scheduled messages of an event that is being cancelled, except its notice. */
function skipScheduled(db: Database, eventId: string, now: number) {
  return db
    .update(messages)
    .set({ status: "cancelled", skipReason: "event_cancelled", updatedAt: now })
    .where(and(eq(messages.eventId, eventId), eq(messages.status, "scheduled"), isNull(messages.notice)));
}
