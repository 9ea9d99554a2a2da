import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hit, type RateRule } from "../../src/kernel/sliding-window.ts";

const RULE: RateRule = { name: "test", limit: 5, windowSeconds: 60 };
const WINDOW_MS = RULE.windowSeconds * 1_000;

/** Returns the times of the requests that the rule allows. */
function allowedOf(times: readonly number[]): number[] {
  let log: number[] = [];
  return times.filter((now) => {
    const outcome = hit(log, RULE, now);
    log = outcome.log;
    return outcome.verdict.allowed;
  });
}

describe("hit", () => {
  /** @spec 8.22 "Rate limits use a sliding window and return 429." */
  it("allows at most its limit in any window, wherever the window begins", () => {
    const waits = fc.array(fc.nat({ max: WINDOW_MS / 2 }), { maxLength: 60 });
    fc.assert(
      fc.property(waits, (steps) => {
        let now = 0;
        const allowed = allowedOf(steps.map((step) => (now += step)));
        for (const [index, at] of allowed.entries()) {
          const following = allowed[index + RULE.limit];
          if (following !== undefined) expect(following - at).toBeGreaterThanOrEqual(WINDOW_MS);
        }
      }),
    );
  });

  it("allows the next request when the oldest leaves the window, and returns that time", () => {
    // Five requests at the end of one minute use up the beginning of the next.
    const times = [50_000, 51_000, 52_000, 53_000, 54_000];
    expect(allowedOf([...times, 60_000, 109_999, 110_000])).toEqual([...times, 110_000]);
    expect(hit(times, RULE, 60_000).verdict).toEqual({ allowed: false, remaining: 0, resetSeconds: 50 });
  });

  it("counts no rejected request, so that retries do not lengthen the wait", () => {
    const times = [0, 1, 2, 3, 4];
    const hammering = Array.from({ length: 1_000 }, (_, index) => 5 + index * 59);
    expect(allowedOf([...times, ...hammering, WINDOW_MS])).toEqual([...times, WINDOW_MS]);
  });
});
