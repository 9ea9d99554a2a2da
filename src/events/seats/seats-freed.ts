import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";

/**
 * The message that follows a change after which a waiting party may fit: heads became free, a waiting party smaller, the
 * capacity larger. Goes into the batch of the change; `offerSeats` consumes it. None for an event without a capacity,
 * where nobody waits.
 * @param capacity the event's capacity, before or after the change
 */
export function seatsFreed(ctx: Pick<RequestContext, "clock">, eventId: string, capacity: number | null): BusMessage[] {
  return capacity === null ? [] : [busMessage(ctx, "seats.offer", { event_id: eventId })];
}
