/** The flags as this isolate last saw them. */
export interface FlagMemory {
  /** Flag key → percentage of users for whom it is on. */
  percentages: Map<string, number>;
  loadedAt: number;
  loading: Promise<void> | null;
}

export function createFlagMemory(): FlagMemory {
  return { percentages: new Map(), loadedAt: Number.NEGATIVE_INFINITY, loading: null };
}
