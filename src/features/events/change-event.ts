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

/** What a calendar entry shows: a change of one of these is news to it. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;
/** How often a change is tried while others move the event under it. */
const MAX_ATTEMPTS = 5;

/** 409: others kept moving the event while it was to be changed. */
function eventKeepsMoving(): AppError {
  return new AppError("event_changed");
}

/**
 * Changes an event; what is absent stays. Auto-reminders not yet sent move with the event's time, and one whose new
 * time is already past is cancelled.
 * @throws AppError 400 when the event would end before it begins, 409 when others move it all the while
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  changes: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  if (Object.keys(changes).length === 0) throw nothingToChange();
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const {
      member: { role },
      before: [before],
    } = await authorizeMember(ctx, caller, { before: findEvent(ctx.db, caller.eventId) });
    if (before === undefined) throw notFound();
    const event = await writeChange(ctx, caller, before, definedOnly(changes));
    if (event) return { event, role };
  }
  throw eventKeepsMoving();
}

/** Writes a change and what follows from it; undefined when the event was moved since it was read, or the caller may no more. */
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
