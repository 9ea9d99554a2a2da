import { log } from "../kernel/log.ts";

/** The counters: `access_band` is labelled by band, `policy_violation` by directive, the others by route or reason. */
export type Counter = "access_band" | "engine_unavailable" | "policy_violation" | "rate_limited";

/** Counts occurrences. A label is a word of a fixed list or a route pattern, never personal data. */
export interface Counters {
  /** @param times how many occurrences are added */
  count(counter: Counter, label: string, times?: number): void;
}

/**
 * Counters in a Workers Analytics Engine dataset, or log lines where no dataset is bound. Index and first blob are the
 * counter, the second blob is the label, and the first double is the count. Neither makes a request wait.
 */
export function createCounters(dataset: AnalyticsEngineDataset | undefined): Counters {
  return {
    count(counter, label, times = 1) {
      if (dataset === undefined) {
        log("info", "count", { counter, label, times });
        return;
      }
      try {
        dataset.writeDataPoint({ indexes: [counter], blobs: [counter, label], doubles: [times] });
      } catch (error) {
        // A lost count must not fail the request.
        log("warn", "count_lost", { counter, label }, error);
      }
    },
  };
}
