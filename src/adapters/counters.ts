/** What is counted while the service runs: `access_band` by band, the others by route or reason. */
export type Counter = "access_band" | "engine_unavailable" | "rate_limited";

/** Counts things that happen. A label is a word of a fixed list or the pattern of a route: nobody is in it. */
export interface Counters {
  /** @param times how many of them happened together */
  count(counter: Counter, label: string, times?: number): void;
}

/**
 * Counters in a Workers Analytics Engine dataset (index and first blob: the counter; second blob: the label; first
 * double: how often), or where none is bound as one JSON line each in the log. Neither makes a request wait.
 */
export function createCounters(dataset: AnalyticsEngineDataset | undefined): Counters {
  return {
    count(counter, label, times = 1) {
      if (dataset === undefined) {
        console.log(JSON.stringify({ msg: "count", counter, label, times }));
        return;
      }
      try {
        dataset.writeDataPoint({ indexes: [counter], blobs: [counter, label], doubles: [times] });
      } catch (error) {
        // A counter that is lost is no reason to fail what it counts.
        console.warn(JSON.stringify({ msg: "count_lost", counter, error: error instanceof Error ? error.name : "" }));
      }
    },
  };
}
