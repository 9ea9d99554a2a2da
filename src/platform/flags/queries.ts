import { eq } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";

/** Every flag with the percentage of users for whom it is on. */
export function listFlags(db: AccountsDatabase) {
  const { key, percentage, description } = featureFlags;
  return db.select({ key, percentage, description }).from(featureFlags);
}

/** Sets the percentage of users for whom a flag is on. Readers see it once the flags are published. */
export function setFlag(db: AccountsDatabase, key: string, percentage: number, now: number) {
  return db.update(featureFlags).set({ percentage, updatedAt: now }).where(eq(featureFlags.key, key));
}
