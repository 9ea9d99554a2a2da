import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { type Page, type PageQuery, pagerBy } from "../kernel/cursor.ts";
import { log } from "../kernel/log.ts";
import { keyOf, LiveActivity } from "../platform/activities/live-event.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { publishInOrder } from "../platform/outbox/store-activities.ts";
import { activityLists, entriesOf, publishSince } from "./list-newest.ts";

/** An activity of the list. `sequence` is null if the monitor has not numbered it yet or no longer stores it. */
export type ListedActivity = LiveActivity & { sequence: number | null };

/**
 * An event's activity, newest first: answers, edits, check-ins, offered seats, codes, reports, changes of the event, and every
 * scored access, blocked ones included. Reads one page of each of the lists in one database call, and returns the newest page of them.
 */
export async function readActivity(
  ctx: RequestContext,
  caller: EventCaller,
  query: PageQuery,
): Promise<Page<ListedActivity>> {
  const page = pagerBy(["number", "string"], `activity ${caller.eventId}`, query);
  const before = page.after && { at: page.after[0], key: page.after[1] };
  const { member: _, ...lists } = await authorizeMember(
    ctx,
    caller,
    activityLists(ctx.db, caller.eventId, before, page.limit),
  );
  const { rows, nextCursor } = page.of(entriesOf(lists), ({ at, key }) => [at, key]);
  const sequences = await monitorOf(ctx, caller.eventId).sequencesOf(rows.map(({ event }) => keyOf(event)));
  return {
    rows: rows.map(({ event }) => ({ ...event, sequence: sequences.get(keyOf(event)) ?? null })),
    nextCursor,
  };
}

/** The activities of an event after a number, in the order of their numbers and without a gap: all that the socket sends. */
export async function resumeActivity(
  ctx: RequestContext,
  caller: EventCaller,
  query: PageQuery & { after: number },
): Promise<Page<ListedActivity>> {
  const { eventId } = caller;
  const page = pagerBy(["number"], `activity after ${eventId}`, query);
  const [from] = page.after ?? [query.after];
  await authorizeMember(ctx, caller, {});
  const found = await monitorOf(ctx, eventId).activitiesAfter(from, page.limit);
  const { rows, nextCursor } = page.of(found, ({ sequence }) => [sequence]);
  return { rows: rows.map(({ frame }) => JSON.parse(frame) as ListedActivity), nextCursor };
}

type ActivityMessage = Extract<BusMessage, { type: "activity.publish" }>;

/**
 * Sends activities to the monitor that a Worker could not send, in one call per event. The monitor numbers them.
 * Idempotent.
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
    const parsed = LiveActivity.safeParse(body.activity);
    if (!parsed.success) log("error", "message_unreadable", { message_id: id });
    return parsed.success ? [parsed.data] : [];
  });
  await publishInOrder(ctx, eventId, events);
}
