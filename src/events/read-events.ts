import { and, desc, eq, isNull, lt } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { isAmong } from "../db/lists.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { type EventRow, eventCollaborators, events } from "../db/schema/events.ts";
import { type Page, type PageQuery, pagerById } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller, Role } from "../platform/authorization/caller.ts";
import { HAS_FACTOR } from "../platform/authorization/queries.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";
import { otherShardsOf, selectUserShards } from "../platform/shards/shards-of.ts";
import { findEvent } from "./queries.ts";

/** An event with the caller's role on it. */
export interface MemberEvent {
  event: EventRow;
  role: Role;
}

/** One event, with the caller's role on it. */
export async function readEvent(ctx: RequestContext, caller: EventCaller): Promise<MemberEvent> {
  const {
    member: { role },
    event,
  } = await authorizeMember(ctx, caller, { event: one(findEvent(ctx.db, caller.eventId)) });
  if (event === undefined) throw notFound();
  return { event, role };
}

/**
 * Returns a page of the events on which the caller has a role, newest first. Takes one round trip. A caller with roles
 * on other shards than the caller's own events needs a second one, to all other shards in parallel.
 */
export async function readEvents(ctx: RequestContext, caller: Caller, query: PageQuery): Promise<Page<MemberEvent>> {
  const page = pagerById("events", query);
  const { userId } = caller;
  const mine = { userId, only: caller.apiKey?.eventIds ?? null };
  const list = ({ db }: RequestContext) => listEvents(db, mine, page.after, page.limit);
  const ownShard = onShardOf(ctx, userId);
  const { rows, shards } = await authorizeUser(
    ownShard,
    caller,
    { rows: list(ownShard) },
    { shards: selectUserShards(ctx, userId) },
  );
  const others = await Promise.all(otherShardsOf(ctx, userId, shards).map(list));
  const newest = [...rows, ...others.flat()].sort((a, b) => (a.event.id < b.event.id ? 1 : -1));
  return page.of(newest.slice(0, page.limit), ({ event }) => event.id);
}

/** The member whose events are listed. An API key may be restricted to some of them. */
interface EventsOf {
  userId: string;
  only: readonly string[] | null;
}

/**
 * Selects a page of the events on which a user has a role, newest first: IDs sort by time. Omits events that require a
 * second factor if the user has none.
 */
function listEvents(db: Database, { userId, only }: EventsOf, beforeId: string | null, limit: number) {
  return db
    .select({ event: events, role: eventCollaborators.role })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .innerJoin(users, eq(users.id, eventCollaborators.userId))
    .where(
      and(
        eq(eventCollaborators.userId, userId),
        isNull(events.deletedAt),
        HAS_FACTOR,
        beforeId === null ? undefined : lt(eventCollaborators.eventId, beforeId),
        only === null ? undefined : isAmong(eventCollaborators.eventId, only),
      ),
    )
    .orderBy(desc(eventCollaborators.eventId))
    .limit(limit);
}
