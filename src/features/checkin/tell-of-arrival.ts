import { toWire } from "../../kernel/clock.ts";
import { flushAfterResponse } from "../../platform/flush-after-response/flush-after-response.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { NamedCheckIn } from "./present.ts";
import { findLastAccess } from "./queries.ts";

/**
 * Tells the monitors, and the engine, that a guest came through the door. Both after the answer: a monitor that missed
 * it finds it in the activity, and the engine only learns a little less.
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
  // Nothing of it gathers: at the door the next person is waiting.
  ctx.defer(() => ctx.monitor.publish(eventId, event));
  if (!checkIn.walkIn) ctx.defer(() => confirmAccess(ctx, eventId, guestId));
}

/** Who stood at the door was invited: the guest's newest access was the guest's own. */
async function confirmAccess(ctx: RequestContext, eventId: string, guestId: string): Promise<void> {
  const [access] = await findLastAccess(ctx.db, eventId, guestId);
  if (access === undefined) return;
  const body = { event_id: eventId, guest_id: guestId, access_log_id: access.id, kind: "check_in" as const };
  const message = busMessage(ctx, "access.confirmed", body);
  flushAfterResponse(ctx, { outboxRows: [{ id: message.id, messages: [message] }] });
}
