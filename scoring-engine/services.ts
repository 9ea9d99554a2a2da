import type { Store } from "./baseline/store.ts";
import type { GeoLookup } from "./geo/lookup.ts";
import type { LoadShedder } from "./load-shedder.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** Dependencies of the engine, created once by `main.ts` or by a test. */
export interface Services {
  readonly store: Store;
  readonly lookup: GeoLookup;
  readonly loadShedder: LoadShedder;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
