import { runBatch } from "../../db/batch.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { cancelReminders, moveReminder } from "../messages/queries.ts";
import { remindersOf } from "../messages/reminders.ts";
import { validateTimes } from "./event-times.ts";
import { type EventRow, findEvent, isAtTimes, updateEvent } from "./queries.ts";
import type { EventChanges } from "./schemas.ts";

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;
/** Attempts to write a change while parallel requests change the event's times. */
const MAX_ATTEMPTS = 5;

/**
 * Changes an event; absent fields stay. Unsent reminders move with the event's time, and those whose new time is past
 * are cancelled.
 * @throws AppError 400 when the event would end before it begins, 409 `event_changed` when parallel changes of the times
 *   win every attempt
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  changes: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  if (Object.keys(changes).length === 0) throw nothingToChange();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member: { role },
      before: [before],
    } = await authorizeMember(ctx, caller, { before: findEvent(ctx.db, caller.eventId) });
    if (before === undefined) throw notFound();
    const event = await writeChange(ctx, caller, before, definedOnly(changes));
    if (event) return { event, role };
  }
  throw new AppError("event_changed");
}

/** Writes a change and its reminders; undefined when the event's times or the caller's role changed since the read. */
async function writeChange(
  ctx: RequestContext,
  caller: EventCaller,
  before: EventRow,
  changes: Partial<EventRow>,
): Promise<EventRow | undefined> {
  const { db, clock } = ctx;
  const after = { ...before, ...changes };
  validateTimes(after.eventDate, after.endTime);
  const now = clock.now();
  const showsInCalendar = CALENDAR_FIELDS.some((field) => before[field] !== after[field]);
  const moved = before.eventDate !== after.eventDate || before.timezone !== after.timezone;
  const reminders = moved ? remindersOf(after, now) : [];
  const remainingSlugs = reminders.map(({ slug }) => slug);
  const roleCondition = hasRole(db, caller);
  const isUpdated = isAtTimes(db, before.id, after, roleCondition);
  const {
    event: [event],
  } = await runBatch(db, {
    event: updateEvent(
      db,
      before.id,
      { asRead: before, roleCondition },
      { ...changes, updatedAt: now },
      showsInCalendar,
    ),
    moved: reminders.map((reminder) => moveReminder(db, before.id, reminder, now, isUpdated)),
    cancelled: moved ? [cancelReminders(db, before.id, remainingSlugs, now, isUpdated)] : [],
  });
  return event;
}
