import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { insertMissingReminder, moveReminder, shiftOwnTimes, skipReminders } from "../reminders/reminder-queries.ts";
import { type DueReminder, type RemindedEvent, remindersOf } from "../reminders/reminders.ts";
import { restoreOwnTimes } from "./notice-queries.ts";

/**
 * The statements that move an event's messages with it, for the batch that moves the event. Each automatic reminder keeps
 * its distance: it is moved, made if it is missing, brought back if it was skipped, or skipped when its new time is past.
 * What was sent, what a host cancelled, and what has a time of a host's choosing stay as they are. The reminders of a
 * cancelled event stay skipped.
 * @param shiftsOwn whether messages with a time of a host's choosing move, too, by as much as the event; one whose new
 *   time is past becomes a draft
 * @param guard the condition under which the event has its new time
 */
export function moveMessages(
  { db }: Pick<RequestContext, "db">,
  event: { before: RemindedEvent & { id: string; cancelledAt: number | null }; after: RemindedEvent },
  { now, shiftsOwn, guard }: { now: number; shiftsOwn: boolean; guard: SQL },
) {
  const { before, after } = event;
  if (before.eventDate === after.eventDate && before.timezone === after.timezone) return [];
  const reminders = before.cancelledAt === null ? remindersOf(after, now) : [];
  const shift = after.eventDate - before.eventDate;
  return [
    ...scheduleReminders(db, before.id, reminders, now, guard),
    skipReminders(db, before.id, reminders, now, guard),
    ...(shiftsOwn && shift !== 0 ? [shiftOwnTimes(db, before.id, shift, now, guard)] : []),
  ];
}

/**
 * The statements that bring an event's messages back when it is reinstated, for that batch: the automatic reminders that
 * are still to come, and what had a time of a host's choosing that is.
 * @param guard the condition under which the event is reinstated
 */
export function restoreMessages(
  { db }: Pick<RequestContext, "db">,
  event: RemindedEvent & { id: string },
  now: number,
  guard: SQL,
) {
  return [
    restoreOwnTimes(db, event.id, now, guard),
    ...scheduleReminders(db, event.id, remindersOf(event, now), now, guard),
  ];
}

function scheduleReminders(
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
