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
