import { expect, it } from "vitest";
import { delayBeforeRetry, ENDED_AFTER_MS, isToEnd } from "../../../src/live/webhooks/retry-schedule.ts";

const MINUTES = [5 / 60, 5, 30, 120, 300, 600, 600];

it("waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h between eight attempts", () => {
  expect(MINUTES.map((_, index) => delayBeforeRetry(index + 1, 0))).toEqual(MINUTES.map((minutes) => minutes * 60_000));
  expect(delayBeforeRetry(8, 0)).toBeNull();
});

it("adds up to a tenth, so that deliveries spread out", () => {
  expect(MINUTES.map((_, index) => delayBeforeRetry(index + 1, 1))).toEqual(MINUTES.map((minutes) => minutes * 66_000));
});

it("disables an endpoint after five days of failures, and not before", () => {
  expect(isToEnd(null, ENDED_AFTER_MS)).toBe(false);
  expect(isToEnd(1, ENDED_AFTER_MS)).toBe(false);
  expect(isToEnd(0, ENDED_AFTER_MS)).toBe(true);
});
