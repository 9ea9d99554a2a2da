/** The flags as this isolate last saw them. */
export interface FlagCache {
  /** Flag key → percentage of users for whom it is on. */
  percentages: Map<string, number>;
  loadedAt: number;
  /** Until when (epoch milliseconds) some request is looking. */
  lookingUntil: number;
}

export function createFlagCache(): FlagCache {
  return { percentages: new Map(), loadedAt: Number.NEGATIVE_INFINITY, lookingUntil: 0 };
}
