import type { RequestContext } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { otherShardsOf, selectUserShards } from "../../platform/shards/shards-of.ts";
import { type AttentionRow, findAttention, listAttention } from "./queries.ts";

/** What of one event needs its host. */
export async function readAttention(ctx: RequestContext, caller: EventCaller): Promise<AttentionRow> {
  const {
    counted: [row],
  } = await authorizeMember(ctx, caller, { counted: findAttention(ctx.db, caller.eventId, ctx.clock.now()) });
  if (row === undefined) throw notFound();
  return row;
}

/** The events to come of which something needs the caller. One round trip, as `readEvents`; a second one for other shards. */
export async function readAllAttention(ctx: RequestContext, caller: Caller): Promise<AttentionRow[]> {
  const { userId } = caller;
  const now = ctx.clock.now();
  const ownShard = onShardOf(ctx, userId);
  const { rows, shards } = await authorizeUser(
    ownShard,
    caller,
    { rows: listAttention(ownShard.db, userId, now) },
    { shards: selectUserShards(ctx, userId) },
  );
  const others = await Promise.all(
    otherShardsOf(ctx, userId, shards.flat()).map(({ db }) => listAttention(db, userId, now)),
  );
  const only = caller.apiKey?.eventIds ?? null;
  return [...rows, ...others.flat()].filter((row) => needsHost(row) && (only === null || only.includes(row.eventId)));
}

function needsHost({ eventId: _, ...counts }: AttentionRow): boolean {
  return Object.values(counts).some((count) => count > 0);
}
