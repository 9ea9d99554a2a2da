import { runBatch } from "../../db/batch.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { moveMessages } from "../messages/move-messages.ts";
import { capacityReads, changeCapacity, requireRoomForSeated } from "./change-capacity.ts";
import { validateTimes } from "./event-times.ts";
import { type EventRow, findEvent, isAtTimes, updateEvent } from "./queries.ts";
import type { EventChanges } from "./schemas.ts";

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;
/** Attempts to write a change while parallel requests change the event's times. */
const MAX_ATTEMPTS = 5;

/**
 * Changes an event; absent fields stay. Unsent reminders move with the event's time, see `moveMessages`. Who waits is
 * offered the seats of a larger capacity.
 * @throws AppError 400 for times that contradict each other, 409 `capacity_below_seated` unless it is forced, 409
 *   `event_changed` when parallel changes of the times or the seats win every attempt
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { shiftMessages = false, force = false, ...fields }: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  const changes = definedOnly(fields);
  if (Object.keys(changes).length === 0) throw nothingToChange();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      before: [before],
      ...seats
    } = await authorizeMember(ctx, caller, {
      before: findEvent(ctx.db, caller.eventId),
      ...capacityReads(ctx.db, caller.eventId, force ? null : changes.capacity),
    });
    if (before === undefined) throw notFound();
    requireRoomForSeated(force ? null : changes.capacity, seats);
    const event = await writeChange(ctx, member, before, { changes, shiftsOwn: shiftMessages, force });
    if (event) return { event, role: member.role };
  }
  throw new AppError("event_changed");
}

/**
 * Writes a change, its reminders, and the message that offers seats; undefined when the event's times, its seats or the
 * caller's role changed since the read.
 */
async function writeChange(
  ctx: RequestContext,
  member: Member,
  before: EventRow,
  { changes, shiftsOwn, force }: { changes: Partial<EventRow>; shiftsOwn: boolean; force: boolean },
): Promise<EventRow | undefined> {
  const { db, clock } = ctx;
  const after = { ...before, ...changes };
  validateTimes(after);
  const now = clock.now();
  const showsInCalendar = CALENDAR_FIELDS.some((field) => before[field] !== after[field]);
  const roleCondition = hasRole(db, member);
  const guard = isAtTimes(db, before.id, after, roleCondition);
  const isAsRead = isAtTimes(db, before.id, before, roleCondition);
  const seats = changeCapacity(ctx, member, { before, after, force }, { before: isAsRead, after: guard });
  const {
    event: [event],
  } = await runBatch(db, {
    audit: seats.ahead,
    event: updateEvent(
      db,
      before.id,
      { asRead: before, roleCondition, seats: seats.guard },
      { ...changes, updatedAt: now },
      showsInCalendar,
    ),
    messages: moveMessages(ctx, { before, after }, { now, shiftsOwn, guard }),
    offers: seats.following,
  });
  if (event !== undefined) seats.publish();
  return event;
}
