import { StoreError } from "./baseline/store.ts";
import { errorFields } from "./log.ts";
import type { Services } from "./services.ts";

/**
 * How long `score` waits for its commit, milliseconds, so that the queue need not deliver the access again. A commit takes
 * less than one, unless the file is locked: then the response goes out as not recorded.
 */
const FLUSH_WAIT_MS = 15;

/** Waits for a flush of the store. @returns false when it failed, which is logged */
export async function reportFlush(services: Services, flushed: Promise<void>): Promise<boolean> {
  try {
    await flushed;
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    services.metrics.storeError();
    services.log("warn", "flush failed", errorFields(error));
    return false;
  }
}

/** Outcome of the latest awaited flush. The calls of one turn of the event loop share it, and one timer. */
let latestFlush: { readonly flushed: Promise<void>; readonly outcome: Promise<boolean> } | null = null;

/** Whether all steps are durable within `FLUSH_WAIT_MS`. */
export function isFlushed(services: Services): Promise<boolean> {
  const flushed = services.store.flushed();
  if (latestFlush?.flushed === flushed) return latestFlush.outcome;
  const { promise: outcome, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, FLUSH_WAIT_MS, false);
  reportFlush(services, flushed)
    .finally(() => clearTimeout(timer))
    .then(resolve, reject);
  latestFlush = { flushed, outcome };
  return outcome;
}
