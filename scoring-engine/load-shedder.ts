import { EngineError, STATUS } from "./engine-error.ts";

/** How fast the running mean of the time in the engine follows; a few dozen calls. */
const MEAN_WEIGHT = 0.05;

/** Decides which calls may start, and counts those under way. */
export interface LoadShedder {
  /**
   * @param kind calls of one kind take about as long as each other; some wait for the disk, some for nothing
   * @param remainingMs time that the caller still waits
   * @returns to be called when the call has ended
   * @throws EngineError RESOURCE_EXHAUSTED at once, when the call would only wait past its deadline
   */
  admit(kind: string, remainingMs: number): () => void;
  readonly inFlight: number;
}

/**
 * Load shedding: at most `limit` calls at once, and none that would, by the present pace, end after its caller left.
 * The mean can only fall while calls go through, so an idle engine always takes one.
 */
export function createLoadShedder(
  limit: number,
  onShed: () => void,
  now: () => number = () => performance.now(),
): LoadShedder {
  let inFlight = 0;
  const meansMs = new Map<string, number>();
  return {
    get inFlight() {
      return inFlight;
    },
    admit(kind, remainingMs) {
      const meanMs = meansMs.get(kind) ?? 0;
      const exceedsDeadline = inFlight > 0 && meanMs > remainingMs;
      if (inFlight >= limit || exceedsDeadline || remainingMs <= 0) {
        onShed();
        throw new EngineError(STATUS.resourceExhausted, "engine is at its limit");
      }
      inFlight += 1;
      const started = now();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        inFlight -= 1;
        const mean = meansMs.get(kind) ?? 0;
        meansMs.set(kind, mean + MEAN_WEIGHT * (now() - started - mean));
      };
    },
  };
}
