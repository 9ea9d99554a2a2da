import { onTestFinished, vi } from "vitest";
import { SCORE_DEADLINE_MS } from "../../src/adapters/scoring-engine.ts";

/** Timeout of a call to a rate limit's object, after which a request continues uncounted. */
const LIMIT_DEADLINE_MS = 2_000;
/** Timeout of a score in production. In tests on workerd it is longer, by `patientScores` of `vitest.config.ts`. */
const PRODUCTION_DEADLINE_MS = 250;
/** Longer than any test takes. */
const LONGER = 100;

// A busy machine must not change how many requests a limit allows. Set once for all test files of a process.
const { setTimeout: realSetTimeout } = globalThis;
globalThis.setTimeout = ((work: (...given: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
  realSetTimeout(work, ms === LIMIT_DEADLINE_MS ? ms * LONGER : ms, ...rest)) as typeof setTimeout;

/**
 * Stops `Date.now()` until the test ends. For limits per minute: on a busy machine the minute may end between the first
 * request and the last.
 */
export function stopClock(): void {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  onTestFinished(() => clock.mockRestore());
}

/**
 * Pauses timers of the code under test until the test ends them: delays before a retry, and timeouts of calls that never return.
 * Other timers run as usual.
 * @param isHeld selects these timers by their length
 * @returns the started timers
 */
export function holdWaits(isHeld: (ms: number) => boolean): { ms: number; end: () => void }[] {
  const held: { ms: number; end: () => void }[] = [];
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) =>
    isHeld(ms) ? void held.push({ ms, end: work }) : setTimeout(work, ms),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return held;
}

/** Ends waits of exactly these lengths as soon as they begin, until the test ends. */
export function skipWaits(...lengths: number[]): void {
  stubWaits((ms) => (lengths.includes(ms) ? 0 : ms));
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Makes a call whose accesses wait as briefly for a score as in production: 250 ms. */
export async function impatientForScores<T>(call: () => Promise<T>): Promise<T> {
  // The engine is called with the rest of the deadline.
  stubWaits((ms) => (ms > SCORE_DEADLINE_MS / 2 && ms <= SCORE_DEADLINE_MS ? PRODUCTION_DEADLINE_MS : ms));
  try {
    return await call();
  } finally {
    vi.unstubAllGlobals();
  }
}

function stubWaits(lengthOf: (ms: number) => number): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => setTimeout(work, lengthOf(ms)));
}
