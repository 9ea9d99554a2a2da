import type { RequestContext } from "../context.ts";
import { type Page, type PageQuery, pagerBy } from "../kernel/cursor.ts";
import { keyOf } from "../platform/activities/activity-key.ts";
import type { LiveEvent } from "../platform/activities/live-event.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { activityLists, entriesOf } from "./list-newest.ts";

/** An activity of the list. `sequence` is null if the monitor has not numbered it yet or no longer stores it. */
export type ListedActivity = LiveEvent & { sequence: number | null };

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
