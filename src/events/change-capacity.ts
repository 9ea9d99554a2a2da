import type { RequestContext } from "../context.ts";
import { AppError } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import type { EventTimes } from "./event-times.ts";
import { findEventSeats, holdsSeated, listSeated } from "./seat-queries.ts";

/** Most guests that a refusal names. */
const MAX_NAMED = 100;

type Database = RequestContext["db"];
/** A condition of the batch, as queries make them. */
type Guard = ReturnType<typeof holdsSeated>;

/** What a new capacity is judged by, read with the event: nothing unless there is one. */
export function capacityReads(db: Database, eventId: string, capacity: number | null | undefined) {
  const isLimited = typeof capacity === "number";
  return {
    seats: isLimited ? [findEventSeats(db, eventId)] : [],
    seated: isLimited ? [listSeated(db, eventId, MAX_NAMED)] : [],
  };
}

/** The results of `capacityReads`. */
interface Read {
  seats: Awaited<ReturnType<typeof findEventSeats>>[];
  seated: Awaited<ReturnType<typeof listSeated>>[];
}

/**
 * Refuses a capacity below the heads that are seated.
 * @throws AppError 409 `capacity_below_seated` with the heads that are `held`, and who is over: the latest answers whose
 *   heads the capacity lacks, at most 100
 */
export function requireRoomForSeated(capacity: number | null | undefined, { seats, seated }: Read): void {
  const held = seats.flat()[0]?.held ?? 0;
  if (typeof capacity !== "number" || held <= capacity) return;
  let over = held - capacity;
  const guests: { guest_id: string; name: string; heads: number }[] = [];
  for (const { guestId, name, heads } of seated.flat()) {
    if (over <= 0) break;
    guests.push({ guest_id: guestId, name, heads });
    over -= heads;
  }
  throw new AppError("capacity_below_seated", { held, guests });
}

/** An event's capacity and times before and after a change. */
interface SeatSettings extends Pick<EventTimes, "eventDate" | "endTime"> {
  id: string;
  capacity: number | null;
}

/** A change of an event, and whether it may leave more people seated than the capacity holds. */
interface SeatChange {
  before: SeatSettings;
  after: SeatSettings;
  force: boolean;
}

/** The condition of a change: the caller's role, and that a smaller capacity holds who is seated, unless it is forced. */
export function seatCondition(roleCondition: Guard, { before, after, force }: SeatChange): Guard {
  const { capacity } = after;
  return isLowered(before, after) && !force && capacity !== null
    ? holdsSeated(roleCondition, before.id, capacity)
    : roleCondition;
}

/**
 * What a change of an event brings for its seats: after a larger capacity, or a later end, who waits may be offered seats;
 * a capacity that is lowered by force is recorded.
 * @param guards `before`: the condition of the change, for a statement ahead of it; `after`: that it was made
 */
export function changeCapacity(
  ctx: RequestContext,
  member: Pick<Member, "eventId" | "session">,
  { before, after, force }: SeatChange,
  guards: { before: Guard; after: Guard },
) {
  const { capacity } = after;
  const isForced = force && isLowered(before, after);
  const isMore = capacity === null || (before.capacity !== null && capacity > before.capacity);
  const mayFit = before.capacity !== null && (isMore || eventWindow(after).endsAt > eventWindow(before).endsAt);
  const offers = enqueue(ctx, mayFit ? [busMessage(ctx, "seats.offer", { event_id: before.id })] : [], guards.after);
  const record = {
    eventId: member.eventId,
    ...actorOf(member),
    action: "capacity.lowered" as const,
    target: null,
    before: { capacity: before.capacity },
    after: { capacity },
    at: ctx.clock.now(),
  };
  return {
    ahead: isForced ? [recordAudit(ctx.db, record, guards.before)] : [],
    following: offers.statements,
    /** Call after the commit. */
    publish(): void {
      offers.publishAfterResponse();
      if (isForced) sealAfterResponse(ctx, before.id);
    },
  };
}

function isLowered(before: SeatSettings, { capacity }: SeatSettings): boolean {
  return capacity !== null && (before.capacity === null || capacity < before.capacity);
}
