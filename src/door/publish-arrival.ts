import type { RequestContext } from "../context.ts";
import { toWire } from "../kernel/clock.ts";
import { LIVE_EVENTS, type PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import { flushAfterResponse, flushSoon, pending } from "../platform/flush-after-response/flush-after-response.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import type { ArrivalRow } from "./arrival-queries.ts";
import type { NamedCheckIn } from "./insert-queries.ts";
import { type ArrivedGuest, findLastAccesses } from "./queries.ts";

/**
 * Publishes an arrival to the event's monitors and confirms the guest's last access to the engine, both after the
 * response. The Scheduler publishes arrivals again whose Worker died; the engine only misses one confirmation then.
 */
export function publishArrival(ctx: RequestContext, { checkIn, guestName }: NamedCheckIn): void {
  const { eventId, guestId } = checkIn;
  const event = {
    type: "check_in.recorded" as const,
    at: toWire(checkIn.checkedInAt),
    guest: { id: guestId, name: guestName },
    check_in_id: checkIn.id,
    arrival_count: checkIn.arrivalCount,
    walk_in: checkIn.walkIn,
  };
  publishNow(ctx, { eventId, event });
  if (!checkIn.walkIn)
    flushAfterResponse(ctx, { outboxRows: [], effects: [pending(CONFIRMATIONS, { eventId, guestId })] });
}

/** That more of a party arrived. */
export function moreArrived({ checkIn, guestName }: NamedCheckIn, more: ArrivalRow) {
  return {
    type: "check_in.arrived" as const,
    at: toWire(more.recordedAt),
    guest: { id: checkIn.guestId, name: guestName },
    check_in_id: checkIn.id,
    arrival_id: more.id,
    arrival_count: more.arrivalCount,
    total_count: checkIn.arrivalCount,
  };
}

/** Sooner than the other frames: the hosts watch arrivals as they happen. */
function publishNow(ctx: RequestContext, found: PendingLiveEvent): void {
  flushSoon(ctx, found.eventId, { outboxRows: [], effects: [pending(LIVE_EVENTS, found)] });
}

/**
 * A guest who arrived was the one invited, so the guest's newest access was legitimate. One read and one call of the queue
 * for all arrivals of a flush.
 */
const CONFIRMATIONS = {
  async send(ctx: RequestContext, arrivals: readonly ArrivedGuest[]): Promise<void> {
    const accesses = await findLastAccesses(ctx.db, arrivals);
    const confirmed = accesses.flatMap(({ eventId, guestId, accessLogId }) => {
      if (accessLogId === null) return [];
      const body = { event_id: eventId, guest_id: guestId, access_log_id: accessLogId, kind: "check_in" as const };
      return [busMessage(ctx, "access.confirmed", body)];
    });
    if (confirmed.length > 0) await ctx.bus.publish(confirmed);
  },
};
