import type { RequestContext } from "../../context.ts";
import { AppError } from "../../kernel/errors.ts";
import { onEachShard } from "../shards/on-shard.ts";
import { ping } from "./queries.ts";

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
