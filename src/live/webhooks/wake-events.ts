import type { RequestContext } from "../../context.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import { type EndpointRow, listOwnedEvents } from "./endpoint-queries.ts";

/** Events of an account that are woken at once; others notice within a minute. */
const MAX_WOKEN = 200;

/** Has the monitors of an endpoint's events look for endpoints again, after the response: those without any look once a minute. */
export function wakeEvents(ctx: RequestContext, { userId, eventId }: Pick<EndpointRow, "userId" | "eventId">): void {
  ctx.defer(async () => {
    const ids = eventId === null ? await ownedEvents(ctx, userId) : [eventId];
    await Promise.all(ids.map((id) => monitorOf(ctx, id).wakeWebhooks()));
  });
}

async function ownedEvents(ctx: RequestContext, userId: string): Promise<string[]> {
  const home = onShardOf(ctx, userId);
  const [rows = []] = await Promise.all(selectUserShards(home, userId));
  const found = await Promise.all(shardsOf(home, userId, rows).map(({ db }) => listOwnedEvents(db, userId, MAX_WOKEN)));
  return found.flat().map(({ id }) => id);
}
