import { expect, it } from "vitest";
import { roughWait } from "../../src/kernel/rough-wait.ts";

it("returns a wait in words that is never much too short", () => {
  const said = [1, 90, 91, 600, 601, 3_000, 3_433, 4_500, 4_501, 7_200, 64_800, 86_400].map(roughWait);
  expect(said).toEqual([
    "in a minute",
    "in a minute",
    "in about 2 minutes",
    "in about 10 minutes",
    "in about 15 minutes",
    "in about 50 minutes",
    "in about an hour",
    "in about an hour",
    "in about 2 hours",
    "in about 2 hours",
    "in about 18 hours",
    "tomorrow",
  ]);
});
