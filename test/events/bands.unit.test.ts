import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandOf, DEFAULT_THRESHOLDS } from "../../src/platform/risk-bands/bands.ts";
import { countBands, requireAscending } from "../../src/risk/read-thresholds.ts";

const level = fc.integer({ min: 1, max: 100 });
const rising = fc
  .uniqueArray(level, { minLength: 3, maxLength: 3 })
  .map((levels) => [...levels].sort((a, b) => a - b))
  .map(([medium = 1, high = 2, block = 3]) => ({ medium, high, block }));

describe("bandOf", () => {
  it("returns the highest band whose threshold the score reaches", () => {
    const bands = [0, 29, 30, 59, 60, 84, 85, 100].map((score) => bandOf(score, DEFAULT_THRESHOLDS));
    expect(bands).toEqual(["low", "low", "medium", "medium", "high", "high", "block", "block"]);
  });

  it("counts each access once, in the band of its score", () => {
    const scores = fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { maxLength: 300 });
    fc.assert(
      fc.property(scores, rising, (given, thresholds) => {
        const histogram = [...new Set(given)].map((score) => ({
          score,
          count: given.filter((other) => other === score).length,
        }));
        const counts = countBands(histogram, thresholds);
        const bandsOf = given.map((score) => (score === null ? "unscored" : bandOf(score, thresholds)));
        for (const band of ["low", "medium", "high", "block", "unscored"] as const) {
          expect(counts[band]).toBe(bandsOf.filter((other) => other === band).length);
        }
      }),
    );
  });
});

describe("requireAscending", () => {
  it("accepts thresholds exactly when they rise", () => {
    fc.assert(
      fc.property(level, level, level, (medium, high, block) => {
        const check = () => requireAscending({ medium, high, block });
        if (medium < high && high < block) expect(check).not.toThrow();
        else expect(check).toThrow(expect.objectContaining({ code: "invalid_threshold_order", kind: "invalid" }));
      }),
    );
  });
});
