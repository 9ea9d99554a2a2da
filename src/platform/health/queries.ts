import type { Database } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";

/** The cheapest question that the database can only answer when it is there and migrated. */
export function ping(db: Database) {
  return db.select({ key: featureFlags.key }).from(featureFlags).limit(1);
}
