import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { onEachShard } from "../shards/on-shard.ts";

/** Time for which an isolate's last check counts. */
const COUNTS_FOR_MS = SECOND_MS;

/** A request that finds a first check running looks for its outcome so often, at this interval. */
const LOOKS = 40;
const LOOK_INTERVAL_MS = 25;

/** The last check of an isolate. `isUp` is undefined until the first one has ended. */
interface Check {
  askedAt: number;
  isUp?: boolean;
}

const createCheck = (): Check => ({ askedAt: 0 });

/**
 * Reads a row from each shard, in an isolate at most once a second. Requests in between get the last outcome.
 * @throws AppError 503 `database_unavailable` when a shard did not answer
 */
export async function checkHealth(ctx: RequestContext): Promise<void> {
  const check = ctx.shared(createCheck);
  const now = ctx.clock.now();
  if (Math.abs(now - check.askedAt) >= COUNTS_FOR_MS) {
    check.askedAt = now;
    check.isUp = await areDatabasesUp(ctx);
  }
  // A request may not await another request's call.
  for (let look = 0; look < LOOKS && check.isUp === undefined; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
  }
  if (check.isUp !== true) throw new AppError("database_unavailable", {}, "The database isn't responding.");
}

async function areDatabasesUp(ctx: RequestContext): Promise<boolean> {
  const pings = await Promise.allSettled(onEachShard(ctx).map(({ db }) => ping(db)));
  return pings.every(({ status }) => status === "fulfilled");
}

/** The cheapest read that succeeds only on a migrated database. */
function ping(db: Database) {
  return db.select({ key: featureFlags.key }).from(featureFlags).limit(1);
}
