import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { keyOf } from "./activity-key.ts";
import { activityLists, entriesOf } from "./list-newest.ts";
import type { LiveEvent } from "./live-event.ts";

/** An activity of the list. `sequence` is null if the monitor has not numbered it yet or no longer stores it. */
export type ListedActivity = LiveEvent & { sequence: number | null };

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/**
 * An event's activity, newest first: answers, edits, check-ins, offered seats, codes, reports, changes of the event, and every
 * scored access, blocked ones included. Reads one page of each of the lists in one database call, and returns the newest page of them.
 */
export async function readActivity(
  ctx: RequestContext,
  caller: EventCaller,
  page: Page,
): Promise<{ rows: ListedActivity[]; nextCursor: string | null }> {
  const list = `activity ${caller.eventId}`;
  const cursor = readCursor(page.cursor, ["number", "string"], list);
  const before = cursor === null ? null : { at: Number(cursor[0]), key: String(cursor[1]) };
  const { member: _, ...lists } = await authorizeMember(
    ctx,
    caller,
    activityLists(ctx.db, caller.eventId, before, page.limit + 1),
  );
  const { rows, nextCursor } = pageOf(entriesOf(lists), page.limit, ({ at, key }) => [at, key], list);
  const sequences = await ctx.monitor.of(caller.eventId).sequencesOf(rows.map(({ event }) => keyOf(event)));
  return {
    rows: rows.map(({ event }) => ({ ...event, sequence: sequences.get(keyOf(event)) ?? null })),
    nextCursor,
  };
}

/** The activities of an event after a number, in the order of their numbers and without a gap: all that the socket sends. */
export async function resumeActivity(
  ctx: RequestContext,
  caller: EventCaller,
  page: Page & { after: number },
): Promise<{ rows: ListedActivity[]; nextCursor: string | null }> {
  const { eventId } = caller;
  const list = `activity after ${eventId}`;
  const [from] = readCursor(page.cursor, ["number"], list) ?? [page.after];
  await authorizeMember(ctx, caller, {});
  const found = await ctx.monitor.of(eventId).activitiesAfter(Number(from), page.limit + 1);
  const { rows, nextCursor } = pageOf(found, page.limit, ({ sequence }) => [sequence], list);
  return { rows: rows.map(({ frame }) => JSON.parse(frame) as ListedActivity), nextCursor };
}
