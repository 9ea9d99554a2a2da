import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Risk } from "../../proto/fraud/v1/fraud_pb.js";
import { bandOf, combine, STRONG, WEAK_MAX } from "../../scoring-engine/score.ts";
import { SIGNALS } from "../../scoring-engine/signals/all-signals.ts";
import type { Family } from "../../scoring-engine/signals/define-signal.ts";
import { geoJump } from "../../scoring-engine/signals/geo-jump.ts";
import { ipChange } from "../../scoring-engine/signals/ip-change.ts";

const SCORED = SIGNALS.filter(({ family }) => family !== "automation");
const anyScore = fc.double({ min: 0, max: 100, noNaN: true });
const subScores = fc
  .tuple(...SCORED.map(() => anyScore))
  .map((scores) => SCORED.map(({ family }, index) => ({ family, score: scores[index] ?? 0 })));
const strongFamilies = (signals: readonly { family: Family; score: number }[]): number =>
  new Set(signals.filter(({ score }) => score >= STRONG).map(({ family }) => family)).size;

describe("the combination of sub-scores", () => {
  /**
   * @promise Risk: Every score is a whole number from 0 to 100 in one of four bands: low, medium, high, block
   * @spec 3.34 "Scores are integers."
   */
  it("is always a whole number from 0 to 100", async () => {
    await fc.assert(
      fc.property(subScores, (signals) => {
        const score = combine(signals);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
    expect(combine([])).toBe(0);
  });

  it("never falls when a sub-score rises", async () => {
    await fc.assert(
      fc.property(subScores, fc.nat({ max: SCORED.length - 1 }), anyScore, (signals, changed, other) => {
        const withScore = (choose: (a: number, b: number) => number) =>
          signals.map((one, index) => (index === changed ? { ...one, score: choose(one.score, other) } : one));
        expect(combine(withScore(Math.max))).toBeGreaterThanOrEqual(combine(withScore(Math.min)));
      }),
    );
  });

  /**
   * @promise Risk: Two sub-scores of 70 or more are needed for the band high; one alone, a journey too, stays medium.
   *   Ours counts kinds of signal, so that a new address and the journey to it are one
   * @spec 3.40 "3. At least two sub-scores of 70 or more are needed for the final score to reach the high band."
   * @spec 3.41 "3. | A single signal, including a lone geo_jump, stays at most in the medium band."
   */
  it("stays below the high band unless two families are strong, and reaches it when they are", async () => {
    await fc.assert(
      fc.property(subScores, (signals) => {
        if (strongFamilies(signals) < 2) expect(combine(signals)).toBeLessThanOrEqual(WEAK_MAX);
        else expect(combine(signals)).toBeGreaterThan(WEAK_MAX);
      }),
    );
  });

  /**
   * @promise Risk: Two sub-scores of 70 or more are needed for the band high; one alone, a journey too, stays medium.
   *   Ours counts kinds of signal, so that a new address and the journey to it are one
   * @spec 3.41 "3. | A single signal, including a lone geo_jump, stays at most in the medium band."
   */
  it("counts a new address and the journey to it once", () => {
    const hop = combine([
      { family: ipChange.family, score: 100 },
      { family: geoJump.family, score: 100 },
    ]);
    expect(hop).toBeLessThanOrEqual(WEAK_MAX);
    expect(hop).toBe(combine([{ family: geoJump.family, score: 100 }]));
  });

  it("blocks on three strong families only, however strong two are", async () => {
    await fc.assert(
      fc.property(subScores, (signals) => {
        if (strongFamilies(signals) < 3) expect(bandOf(combine(signals))).not.toBe(Risk.BLOCK);
      }),
    );
    const families = ["device", "network", "presence"] as const;
    const all = (score: number) => combine(families.map((family) => ({ family, score })));
    expect(bandOf(all(70))).toBe(Risk.HIGH);
    expect(bandOf(all(80))).toBe(Risk.BLOCK);
  });
});
