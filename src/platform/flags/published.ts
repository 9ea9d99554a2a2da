import { eq } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { featureFlags } from "../../db/schema/platform.ts";

/** KV key of the published flags: `[[key, percentage], …]` as JSON, sorted by key. */
export const FLAGS_KV_KEY = "flags";

/** A flag and the percentage of users for whom it is on. */
export type FlagState = Pick<typeof featureFlags.$inferSelect, "key" | "percentage">;

/** The feature flags as this isolate last read them. */
export interface FlagCache {
  /** Flag key → percentage of users for whom it is on. */
  percentages: Map<string, number>;
  /** Epoch milliseconds. */
  loadedAt: number;
  /** Time (epoch milliseconds) until which a request of this isolate is refreshing them. */
  refreshingUntil: number;
}

/** The KV value of these flags. Deterministic, so that unchanged flags give an equal text. */
export function publishedText(flags: readonly FlagState[]): string {
  return JSON.stringify(flags.map(({ key, percentage }) => [key, percentage]).sort());
}

/** The percentages by key in such a text, or null when it does not parse. */
export function readPublishedText(text: string | null): Map<string, number> | null {
  if (text === null) return null;
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) && entries.every(isEntry) ? new Map(entries) : null;
  } catch {
    return null;
  }
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}

export function createFlagCache(): FlagCache {
  return { percentages: new Map(), loadedAt: Number.NEGATIVE_INFINITY, refreshingUntil: 0 };
}

/** Every flag with the percentage of users for whom it is on. */
export function listFlags(db: AccountsDatabase) {
  const { key, percentage, description } = featureFlags;
  return db.select({ key, percentage, description }).from(featureFlags);
}

/** Sets the percentage of users for whom a flag is on. Readers see it once the flags are published. */
export function setFlag(db: AccountsDatabase, key: string, percentage: number, now: number) {
  return db.update(featureFlags).set({ percentage, updatedAt: now }).where(eq(featureFlags.key, key));
}
