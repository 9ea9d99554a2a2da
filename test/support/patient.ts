import { onTestFinished, vi } from "vitest";

/** The deadline of a call to a rate limit's object, after which a request is let through uncounted. */
const SHORTEST_DEADLINE_MS = 2_000;
/** Longer than any test takes. */
const LONGER = 100;

/**
 * Lets deadlines of the code under test pass only after the test's own timeout, so that a busy machine cannot change what
 * the code decides. For tests of how many requests pass: a limit that is not counted in time lets a request through.
 * @param fromMs the shortest deadline that is extended; shorter timers run as usual
 */
export function extendDeadlines(fromMs = SHORTEST_DEADLINE_MS): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => setTimeout(work, ms >= fromMs ? ms * LONGER : ms));
  onTestFinished(() => void vi.unstubAllGlobals());
}

/**
 * Stops `Date.now()` until the test ends, and extends deadlines. For limits per minute: on a busy machine the minute may end
 * between the first request and the last.
 */
export function stopClock(): void {
  extendDeadlines();
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  onTestFinished(() => clock.mockRestore());
}

/**
 * Holds back waits of the code under test until the test ends them: pauses before a retry, and deadlines of calls that never
 * return. Other timers run as usual.
 * @param isHeld tells these waits by their length
 * @returns the waits that have begun
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
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => setTimeout(work, lengths.includes(ms) ? 0 : ms));
  onTestFinished(() => void vi.unstubAllGlobals());
}
