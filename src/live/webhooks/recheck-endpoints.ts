import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import type { EndpointRow } from "./endpoint-queries.ts";

/** Events of an account that recheck their endpoints immediately. Others recheck within a minute. */
const MAX_WOKEN = 200;

/** Makes the monitors of an endpoint's events look for endpoints again. Monitors without an endpoint look once per minute. */
export async function recheckEndpoints(
  ctx: RequestContext,
  { userId, eventId }: Pick<EndpointRow, "userId" | "eventId">,
) {
  const ids = eventId === null ? await ownedEvents(ctx, userId) : [eventId];
  await Promise.all(ids.map((id) => monitorOf(ctx, id).wakeWebhooks()));
}

async function ownedEvents(ctx: RequestContext, userId: string): Promise<string[]> {
  const home = onShardOf(ctx, userId);
  const rows = (await selectUserShards(home, userId)) || [];
  const found = await Promise.all(shardsOf(home, userId, rows).map(({ db }) => listOwnedEvents(db, userId, MAX_WOKEN)));
  return found.flat().map(({ id }) => id);
}

/** The newest events that a user owns on a shard. */
function listOwnedEvents(db: Database, userId: string, limit: number) {
  return db
    .select({ id: events.id })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .where(
      and(
        eq(eventCollaborators.userId, userId),
        eq(eventCollaborators.role, "owner"),
        sql`${events.deletedAt} is null`,
      ),
    )
    .orderBy(sql`${events.id} desc`)
    .limit(limit);
}
