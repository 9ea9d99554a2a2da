import * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";
import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { AppError } from "../../kernel/errors.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { onEachShard } from "../shards/on-shard.ts";

const Health = z.object({ status: z.literal("ok") }).openapi("Health");

const healthGroup = routes({ tag: "Service", access: PUBLIC });

export const healthRoutes = healthGroup.app;

healthGroup.get("/health", {
  name: "checkHealth",
  summary: forDocs("Check the health of the service"),
  description: forDocs(
    "Returns 200 after reading one row from each database. Returns 503 `database_unavailable` if one does not respond.",
  ),
  // Monitors add their own parameters, such as a timestamp against caches.
  ignoresUnknownParameters: true,
  response: [200, Health, forDocs("All databases respond")],
  run: async (ctx) => {
    await checkHealth(ctx);
    return { status: "ok" as const };
  },
});

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
