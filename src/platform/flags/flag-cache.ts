/** The feature flags as this isolate last read them. */
export interface FlagCache {
  /** Flag key → percentage of users for whom it is on. */
  percentages: Map<string, number>;
  /** Epoch milliseconds. */
  loadedAt: number;
  /** Until when (epoch milliseconds) a request of this isolate is refreshing them. */
  refreshingUntil: number;
}

export function createFlagCache(): FlagCache {
  return { percentages: new Map(), loadedAt: Number.NEGATIVE_INFINITY, refreshingUntil: 0 };
}
