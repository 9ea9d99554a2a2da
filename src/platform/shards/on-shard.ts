import { shardOf } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";

/**
 * The same services with `db` and `nearDb` on another database. Where there is none of this number they are on the
 * first one, so that an id of somebody's own making is looked for there and not found, at the cost of any other.
 */
export function onShard(ctx: RequestContext, number: number): RequestContext {
  const asked = ctx.shards.at(number);
  const shard = asked === undefined ? 0 : number;
  if (shard === ctx.shard) return ctx;
  return { ...ctx, shard, ...(asked ?? ctx.shards.first) };
}

/**
 * The same services on the database that an id names: that of an event, of a guest's link or a collaborator's invite,
 * or the one in which a user's own events are. Nothing is looked up.
 */
export function onShardOf(ctx: RequestContext, id: string | null): RequestContext {
  return onShard(ctx, id === null ? 0 : shardOf(id));
}

/** The same services on each database, in the order of their numbers. */
export function onEachShard(ctx: RequestContext): RequestContext[] {
  return Array.from({ length: ctx.shards.count }, (_, number) => onShard(ctx, number));
}
