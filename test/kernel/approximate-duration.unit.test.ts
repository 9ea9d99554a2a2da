import { expect, it } from "vitest";
import { approximateDuration } from "../../src/kernel/approximate-duration.ts";

it("returns a wait in words that is never much too short", () => {
  const waits = [1, 90, 91, 600, 601, 3_000, 3_433, 4_500, 4_501, 7_200, 64_800, 86_400].map(approximateDuration);
  expect(waits).toEqual([
    { unit: "minute" },
    { unit: "minute" },
    { unit: "minutes", count: 2 },
    { unit: "minutes", count: 10 },
    { unit: "minutes", count: 15 },
    { unit: "minutes", count: 50 },
    { unit: "hour" },
    { unit: "hour" },
    { unit: "hours", count: 2 },
    { unit: "hours", count: 2 },
    { unit: "hours", count: 18 },
    { unit: "tomorrow" },
  ]);
});
