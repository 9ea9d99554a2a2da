import { definedOnly } from "../../kernel/defined-only.ts";
import { notFound, nothingToChange } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import type { Role } from "../members/roles.ts";
import { cancelPending, moveReminder } from "../messages/queries.ts";
import { remindersOf } from "../messages/reminders.ts";
import { requireOrder } from "./event-times.ts";
import { type EventRow, findEvent, updateEvent } from "./queries.ts";
import type { EventChanges } from "./schemas.ts";

/** What a calendar entry shows: a change of one of these is news to it. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;

/**
 * Changes an event; what is absent stays. Auto-reminders not yet sent move with the event's time, and one whose new
 * time is already past is cancelled.
 * @throws AppError 400 when the event would end before it begins
 */
export async function changeEvent(
  services: Services,
  caller: EventCaller,
  changes: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  if (Object.keys(changes).length === 0) throw nothingToChange();
  const { db, clock } = services;
  const [{ role }, [before]] = await asMember(services, caller, [findEvent(db, caller.eventId)]);
  if (before === undefined) throw notFound();
  const after = { ...before, ...definedOnly(changes) };
  requireOrder(after.eventDate, after.endTime);

  const now = clock.now();
  const showsInCalendar = CALENDAR_FIELDS.some((field) => before[field] !== after[field]);
  const moved = before.eventDate !== after.eventDate || before.timezone !== after.timezone;
  const reminders = moved ? remindersOf(after, now) : [];
  const [updated] = await db.batch([
    updateEvent(db, caller.eventId, { ...definedOnly(changes), updatedAt: now }, showsInCalendar),
    ...reminders.map((reminder) => moveReminder(db, caller.eventId, reminder, now)),
    ...(moved
      ? [
          cancelPending(
            db,
            caller.eventId,
            now,
            reminders.map(({ slug }) => slug),
          ),
        ]
      : []),
  ]);
  const event = updated[0];
  if (event === undefined) throw notFound();
  return { event, role };
}
