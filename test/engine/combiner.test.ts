import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Risk } from "../../proto/fraud/v1/fraud_pb.js";
import { bandOf, combine, FAMILY, STRONG, WEAK_MAX } from "../../scoring-engine/score.ts";
import type { SignalName } from "../../scoring-engine/signals/signal.ts";

type Scored = Exclude<SignalName, "automated_fetch">;
const NAMES = Object.keys(FAMILY) as Scored[];
const subScores = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, fc.double({ min: 0, max: 100, noNaN: true })])) as Record<
    Scored,
    fc.Arbitrary<number>
  >,
);
const combined = (scores: Readonly<Record<Scored, number>>): number =>
  combine(NAMES.map((name) => ({ name, score: scores[name] })));

describe("the combination of sub-scores", () => {
  it("is always a whole number from 0 to 100", async () => {
    await fc.assert(
      fc.property(subScores, (scores) => {
        const score = combined(scores);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
    expect(combine([])).toBe(0);
  });

  it("never falls when a sub-score rises", async () => {
    await fc.assert(
      fc.property(
        subScores,
        fc.constantFrom(...NAMES),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (scores, name, other) => {
          const low = { ...scores, [name]: Math.min(scores[name], other) };
          const high = { ...scores, [name]: Math.max(scores[name], other) };
          expect(combined(high)).toBeGreaterThanOrEqual(combined(low));
        },
      ),
    );
  });

  it("stays below the high band unless two families are strong, and reaches it when they are", async () => {
    await fc.assert(
      fc.property(subScores, (scores) => {
        const strong = new Set(NAMES.filter((name) => scores[name] >= STRONG).map((name) => FAMILY[name]));
        if (strong.size < 2) expect(combined(scores)).toBeLessThanOrEqual(WEAK_MAX);
        else expect(combined(scores)).toBeGreaterThan(WEAK_MAX);
      }),
    );
  });

  it("counts a new address and the journey to it once", () => {
    const hop = combine([
      { name: "ip_change", score: 100 },
      { name: "geo_jump", score: 100 },
    ]);
    expect(hop).toBeLessThanOrEqual(WEAK_MAX);
    expect(hop).toBe(combine([{ name: "geo_jump", score: 100 }]));
  });

  it("blocks on three strong families only, however strong two are", async () => {
    await fc.assert(
      fc.property(subScores, (scores) => {
        const strong = new Set(NAMES.filter((name) => scores[name] >= STRONG).map((name) => FAMILY[name]));
        if (strong.size < 3) expect(bandOf(combined(scores))).not.toBe(Risk.BLOCK);
      }),
    );
    const names = ["device_mismatch", "ip_change", "missing_signals"] as const;
    const all = (score: number) => combine(names.map((name) => ({ name, score })));
    expect(bandOf(all(70))).toBe(Risk.HIGH);
    expect(bandOf(all(80))).toBe(Risk.BLOCK);
  });
});
