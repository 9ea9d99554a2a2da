import { pageOf, readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { otherShardsOf, selectUserShards } from "../../platform/shards/shards-of.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import type { Role } from "../members/roles.ts";
import { type EventRow, findEvent, listEvents } from "./queries.ts";

/** An event with the caller's role on it. */
export interface MemberEvent {
  event: EventRow;
  role: Role;
}

/** One event of the caller's. */
export async function readEvent(ctx: RequestContext, caller: EventCaller): Promise<MemberEvent> {
  const {
    member: { role },
    event: [event],
  } = await authorizeMember(ctx, caller, { event: findEvent(ctx.db, caller.eventId) });
  if (event === undefined) throw notFound();
  return { event, role };
}

/**
 * The events on which the caller has any role, newest first. One trip; one more, to all of them at once, where the
 * caller has roles in other databases than the one of their own events.
 */
export async function readEvents(
  anywhere: RequestContext,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: MemberEvent[]; nextCursor: string | null }> {
  const [beforeId] = readCursor(page.cursor, ["string"]) ?? [null];
  const { userId } = caller;
  const list = ({ db }: RequestContext) =>
    listEvents(db, userId, beforeId === null ? null : String(beforeId), page.limit + 1);
  const home = onShardOf(anywhere, userId);
  const { rows, shards } = await authorizeUser(
    home,
    caller,
    { rows: list(home) },
    { shards: selectUserShards(home, userId) },
  );
  const elsewhere = await Promise.all(otherShardsOf(home, userId, shards.flat()).map(list));
  const newest = [...rows, ...elsewhere.flat()].sort((a, b) => (a.event.id < b.event.id ? 1 : -1));
  return pageOf(newest.slice(0, page.limit + 1), page.limit, ({ event }) => [event.id]);
}
