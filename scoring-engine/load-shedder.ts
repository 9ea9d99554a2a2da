import { EngineError, STATUS } from "./engine-error.ts";

/** Weight of one call in the exponential moving average of durations: about the last few dozen calls count. */
const MEAN_WEIGHT = 0.05;

/** Admission control: decides which calls may start, and counts open ones. */
export interface LoadShedder {
  /**
   * @param kind calls of one kind have similar durations
   * @param remainingMs time to the caller's deadline
   * @returns a function to call when the call has ended, which returns its duration in milliseconds
   * @throws EngineError RESOURCE_EXHAUSTED when the call would exceed its deadline, or too many are open
   */
  admit(kind: string, remainingMs: number): () => number;
  readonly inFlight: number;
}

/**
 * Load shedding: admits at most `limit` concurrent calls, and none whose expected duration exceeds the time to its deadline. The
 * average changes only when calls end, so an idle engine always admits one.
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
        const durationMs = now() - started;
        if (ended) return durationMs;
        ended = true;
        inFlight -= 1;
        const mean = meansMs.get(kind) ?? 0;
        meansMs.set(kind, mean + MEAN_WEIGHT * (durationMs - mean));
        return durationMs;
      };
    },
  };
}
