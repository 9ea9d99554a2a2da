import type { AccountsDatabase } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";

/** Every flag with the percentage of users for whom it is on. */
export function listFlags(db: AccountsDatabase) {
  return db.select({ key: featureFlags.key, percentage: featureFlags.percentage }).from(featureFlags);
}
