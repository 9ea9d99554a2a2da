import type { Database } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";

/** The cheapest read that succeeds only on a migrated database. */
export function ping(db: Database) {
  return db.select({ key: featureFlags.key }).from(featureFlags).limit(1);
}
