import { expect, it } from "vitest";
import { timeUntil } from "../../src/kernel/time-until.ts";

const MINUTE = 60_000;

it.each([
  [40 * MINUTE, { count: 40, unit: "minute" }],
  [39 * MINUTE + 1, { count: 40, unit: "minute" }],
  [1, { count: 1, unit: "minute" }],
  [119 * MINUTE, { count: 119, unit: "minute" }],
  [120 * MINUTE, { count: 2, unit: "hour" }],
  [230 * MINUTE, { count: 4, unit: "hour" }],
  [0, null],
  [-MINUTE, null],
])("rounds %d ms to the shown unit", (left, said) => {
  expect(timeUntil(1_000 + left, 1_000)).toEqual(said);
});
