import type { RequestContext } from "../context.ts";
import { invalidField } from "../kernel/errors.ts";
import { nearestRegion, type Place, type Regions } from "../kernel/regions.ts";
import { findIdempotencyRecord } from "../platform/idempotency/record-result.ts";
import { onShard, onShardOf } from "../platform/shards/on-shard.ts";
import { insertUserShard, readElsewhere, shardIn } from "../platform/shards/shards-of.ts";

const UNKNOWN: Place = { at: null, continent: null };

/**
 * Returns the context on the shard of a new event: in the named region, else in the region nearest to the host. A
 * repeated request without a name finds the shard of the first request again. With one region it is the shard of the
 * host's other events, without I/O.
 * @param name of a region
 * @throws AppError 400 for an unknown name
 */
export async function contextForNewEvent(
  ctx: RequestContext,
  userId: string,
  name: string | undefined,
  place: Place = UNKNOWN,
): Promise<RequestContext> {
  const { REGIONS } = ctx.config;
  const named = REGIONS.find((region) => region.name === name);
  if (name !== undefined && named === undefined) {
    throw invalidField("region", `must be one of ${REGIONS.map((region) => region.name).join(", ")}`);
  }
  const own = onShardOf(ctx, userId);
  if (REGIONS.length === 1) return own;
  const before = named === undefined ? await shardOfFirstRequest(own, userId) : undefined;
  const shard = before ?? shardIn(ctx, named ?? nearestRegion(boundRegions(ctx), place), userId);
  // Run first: if this insert failed after the event was created, the event would be in no list.
  if (shard !== own.shard) await insertUserShard(ctx.accountsDb, userId, shard);
  return onShard(ctx, shard);
}

/** The shard of another region on which a request with this key has created an event. */
async function shardOfFirstRequest(own: RequestContext, userId: string): Promise<number | undefined> {
  const { requestKey: key } = own;
  if (key === null) return undefined;
  const shardWithRecord = async ({ db, shard }: RequestContext) =>
    (await findIdempotencyRecord(db, userId, key.keyHash)).map(() => shard);
  const found = await Promise.all([shardWithRecord(own), readElsewhere(own, userId, shardWithRecord)]);
  return found.flat(2)[0];
}

/** The regions whose databases the Worker has. */
function boundRegions({ config, shards }: RequestContext): Regions {
  const [first, ...others] = config.REGIONS;
  return [first, ...others.filter((region) => region.shards.every((shard) => shards.at(shard) !== undefined))];
}
