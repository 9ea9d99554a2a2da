import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../../request-context.ts";
import { insertMissingReminder, moveReminder, shiftOwnTimes, skipReminders } from "./queries.ts";
import { type RemindedEvent, remindersOf } from "./reminders.ts";

/**
 * The statements that move an event's messages with it, for the batch that moves the event. Each automatic reminder keeps
 * its distance: it is moved, made if it is missing, brought back if it was skipped, or skipped when its new time is past.
 * What was sent, what a host cancelled, and what has a time of a host's choosing stay as they are.
 * @param shiftsOwn whether messages with a time of a host's choosing move, too, by as much as the event; one whose new
 *   time is past becomes a draft
 * @param guard the condition under which the event has its new time
 */
export function moveMessages(
  { db }: Pick<RequestContext, "db">,
  event: { before: RemindedEvent & { id: string }; after: RemindedEvent },
  { now, shiftsOwn, guard }: { now: number; shiftsOwn: boolean; guard: SQL },
) {
  const { before, after } = event;
  if (before.eventDate === after.eventDate && before.timezone === after.timezone) return [];
  const reminders = remindersOf(after, now);
  const shift = after.eventDate - before.eventDate;
  return [
    ...reminders.flatMap((reminder) => [
      moveReminder(db, before.id, reminder, now, guard),
      insertMissingReminder(db, before.id, reminder, now, guard),
    ]),
    skipReminders(db, before.id, reminders, now, guard),
    ...(shiftsOwn && shift !== 0 ? [shiftOwnTimes(db, before.id, shift, now, guard)] : []),
  ];
}
