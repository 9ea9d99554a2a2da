import type { RequestContext } from "../../context.ts";
import { activityMessage } from "../outbox/store-activities.ts";
import type { LiveActivity } from "./live-event.ts";
import { monitorOf } from "./monitors.ts";

/** A live event and the event (the party) whose monitors are to get it. */
export interface PendingLiveEvent {
  eventId: string;
  event: LiveActivity;
}

/** Sends live events to the monitors, in one call to the object of each event. */
export async function publishLiveEvents(
  ctx: Pick<RequestContext, "shared">,
  found: readonly PendingLiveEvent[],
): Promise<void> {
  const byEvent = Map.groupBy(found, ({ eventId }) => eventId);
  await Promise.all(
    [...byEvent].map(([eventId, ofEvent]) =>
      monitorOf(ctx, eventId).publish(eventId, ...ofEvent.map(({ event }) => event)),
    ),
  );
}

/** Live events as an effect after the response; see `flushAfterResponse`. A monitor that is down gets them by its queue. */
export const LIVE_EVENTS = {
  async send(ctx: RequestContext, found: readonly PendingLiveEvent[]): Promise<void> {
    try {
      await publishLiveEvents(ctx, found);
    } catch {
      await ctx.bus.publish(found.map(({ eventId, event }) => activityMessage(ctx, eventId, event)));
    }
  },
};
