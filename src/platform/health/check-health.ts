import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";
import { AppError } from "../../kernel/errors.ts";
import { onEachShard } from "../shards/on-shard.ts";

/**
 * Reads a row from each shard.
 * @throws AppError 503 `database_unavailable` when one does not answer
 */
export async function checkHealth(ctx: RequestContext): Promise<void> {
  try {
    await Promise.all(onEachShard(ctx).map(({ db }) => ping(db)));
  } catch {
    throw new AppError("database_unavailable", {}, "The database isn't responding.");
  }
}

/** The cheapest read that succeeds only on a migrated database. */
function ping(db: Database) {
  return db.select({ key: featureFlags.key }).from(featureFlags).limit(1);
}
