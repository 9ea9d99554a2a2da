import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { log } from "../kernel/log.ts";
import { LiveEvent } from "../platform/activities/live-event.ts";
import { publishInOrder } from "../platform/outbox/store-activities.ts";
import { publishSince } from "./publish-since.ts";

type ActivityMessage = Extract<BusMessage, { type: "activity.publish" }>;

/**
 * Has activities numbered that a Worker could not send to the monitor itself, one call for each event. Idempotent.
 * @returns the outcome of each: a rejected one is retried
 */
export async function publishActivities(
  ctx: RequestContext,
  messages: readonly ActivityMessage[],
): Promise<PromiseSettledResult<unknown>[]> {
  const byEvent = Map.groupBy(messages, ({ body }) => body.event_id);
  const outcomes = new Map<string, PromiseSettledResult<unknown>>();
  await Promise.all(
    [...byEvent].map(async ([eventId, ofEvent]) => {
      const [found] = await Promise.allSettled([publishOf(ctx, eventId, ofEvent)]);
      outcomes.set(eventId, found);
    }),
  );
  return messages.map(({ body }) => outcomes.get(body.event_id) ?? { status: "fulfilled", value: undefined });
}

async function publishOf(ctx: RequestContext, eventId: string, messages: readonly ActivityMessage[]): Promise<void> {
  const unnamed = messages.filter(({ body }) => body.activity === undefined);
  if (unnamed.length > 0) await publishSince(ctx, eventId, unnamed);
  const events = messages.flatMap(({ id, body }) => {
    if (body.activity === undefined) return [];
    const parsed = LiveEvent.safeParse(body.activity);
    if (!parsed.success) log("error", "message_unreadable", { message_id: id });
    return parsed.success ? [parsed.data] : [];
  });
  await publishInOrder(ctx, eventId, events);
}
