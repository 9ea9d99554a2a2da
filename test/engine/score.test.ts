import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Risk } from "../../proto/fraud/v1/fraud_pb.js";
import { type EventPrior, NO_PRIOR } from "../../scoring-engine/baseline/event-prior.ts";
import { assess, BANDS, bandOf, combine, STRONG, WEAK_MAX, type WeighedScore } from "../../scoring-engine/score.ts";
import { SIGNALS } from "../../scoring-engine/signals/all-signals.ts";
import type { Family } from "../../scoring-engine/signals/define-signal.ts";
import { geoJump } from "../../scoring-engine/signals/geo-jump.ts";
import { ipChange } from "../../scoring-engine/signals/ip-change.ts";
import { DAY, factsOf, HOUR, MINUTE, type Visit } from "./support/visits.ts";

const SCORED = SIGNALS.filter(({ family }) => family !== "automation");
const anyScore = fc.double({ min: 0, max: 100, noNaN: true });
const anyWeight = fc.constantFrom(0, 0.15, 0.4, 1);
const subScores = fc.tuple(...SCORED.map(() => fc.tuple(anyScore, anyWeight))).map((scores) =>
  SCORED.map(({ family }, index) => {
    const [score, weight] = scores[index] ?? [0, 1];
    return { family, score, weight };
  }),
);
const strongFamilies = (signals: readonly WeighedScore[]): number =>
  new Set(signals.filter(({ score, weight }) => score * weight >= STRONG).map(({ family }) => family)).size;
const unweighed = (family: Family, score: number): WeighedScore => ({ family, score, weight: 1 });

describe("combine", () => {
  /** @spec 3.34 "Scores are integers." */
  it("returns a whole number from 0 to 100", async () => {
    await fc.assert(
      fc.property(subScores, (signals) => {
        const score = combine(signals);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
    expect(combine([])).toBe(0);
  });

  it("never falls if a sub-score rises", async () => {
    await fc.assert(
      fc.property(subScores, fc.nat({ max: SCORED.length - 1 }), anyScore, (signals, changed, other) => {
        const withScore = (choose: (a: number, b: number) => number) =>
          signals.map((one, index) => (index === changed ? { ...one, score: choose(one.score, other) } : one));
        expect(combine(withScore(Math.max))).toBeGreaterThanOrEqual(combine(withScore(Math.min)));
      }),
    );
  });

  /**
   * @spec 3.40 "3. At least two sub-scores of 70 or more are needed for the final score to reach the high band."
   * @spec 3.41 "3. | A single signal, including a lone geo_jump, stays at most in the medium band."
   */
  it("reaches the high band only if two families are strong", async () => {
    await fc.assert(
      fc.property(subScores, (signals) => {
        if (strongFamilies(signals) < 2) expect(combine(signals)).toBeLessThanOrEqual(WEAK_MAX);
        else expect(combine(signals)).toBeGreaterThan(WEAK_MAX);
      }),
    );
  });

  /** @spec 3.41 "3. | A single signal, including a lone geo_jump, stays at most in the medium band." */
  it("counts a new address and the journey to it once", () => {
    const hop = combine([unweighed(ipChange.family, 100), unweighed(geoJump.family, 100)]);
    expect(hop).toBeLessThanOrEqual(WEAK_MAX);
    expect(hop).toBe(combine([unweighed(geoJump.family, 100)]));
  });

  it("blocks only on three strong families, however strong two are", async () => {
    await fc.assert(
      fc.property(subScores, (signals) => {
        if (strongFamilies(signals) < 3) expect(bandOf(combine(signals))).not.toBe(Risk.BLOCK);
      }),
    );
    const families = ["device", "network", "presence"] as const;
    const all = (score: number) => combine(families.map((family) => unweighed(family, score)));
    expect(bandOf(all(70))).toBe(Risk.HIGH);
    expect(bandOf(all(80))).toBe(Risk.BLOCK);
  });

  it("returns at least medium for a strong sub-score, and never rises with less weight", async () => {
    await fc.assert(
      fc.property(subScores, (signals) => {
        const score = combine(signals);
        if (signals.some((signal) => signal.score >= STRONG)) expect(score).toBeGreaterThanOrEqual(BANDS.medium);
        expect(score).toBeLessThanOrEqual(combine(signals.map((signal) => ({ ...signal, weight: 1 }))));
      }),
    );
  });
});

/** Returns device ID facts, as the API writes them. */
const ownId = (age: number) => ({ edge_device: "own", edge_device_age: String(age) });

describe("assess with a lone strong geo_jump", () => {
  const clock = { timezone: "Europe/London" };
  const atHome: Visit = { place: "london", fingerprint: clock };
  const scoreOf = (visit: Visit, before: Visit[], prior = NO_PRIOR) => assess(factsOf(visit, before, prior));

  it.each<[string, Visit, Visit[], EventPrior]>([
    ["on the guest's device, its clock still on London time", {}, [], NO_PRIOR],
    ["with a clock that follows", { fingerprint: { timezone: "Asia/Tokyo" } }, [], NO_PRIOR],
    ["in the browser that has the guest's id", { fingerprint: { ...clock, ...ownId(86_401) } }, [], NO_PRIOR],
    ["on a network of many guests", {}, [], { ...NO_PRIOR, network: { guests: [1, 2, 3, 4], strangers: [] } }],
    ["on a network of the guest's", {}, [{ place: "tokyo", after: -9 * DAY }], NO_PRIOR],
  ])("scores medium %s", (_, visit, earlier, prior) => {
    const before = [...earlier, { ...atHome, fingerprint: { ...clock, ...ownId(0) } }, { ...atHome, after: DAY }];
    const jump: Visit = { place: "tokyo", after: DAY + 1_000, fingerprint: clock, ...visit };
    const { score, risk, reasons, subScores: found } = scoreOf(jump, before, prior);
    expect(found.geo_jump).toBeGreaterThanOrEqual(STRONG);
    expect(risk).toBe(Risk.MEDIUM);
    expect(score).toBeGreaterThanOrEqual(BANDS.medium);
    expect(score).toBeLessThanOrEqual(WEAK_MAX);
    expect(reasons[0]).toBe("geo_jump");
  });

  it("scores medium for 520 km in 48 minutes", () => {
    const before = { fingerprint: { edge_lat: "48", edge_lon: "11.5" } };
    const after: Visit = { after: 48 * MINUTE, fingerprint: { edge_lat: "52.6765", edge_lon: "11.5" } };
    expect(scoreOf(after, [before])).toMatchObject({ risk: Risk.MEDIUM, evidence: { geo_jump: { km: 520 } } });
  });

  it("scores low for 7,000 km after six and a half hours", () => {
    const flown: Visit = { place: "newYork", after: 6.5 * HOUR, fingerprint: { timezone: "America/New_York" } };
    expect(scoreOf(flown, [{ fingerprint: { edge_lat: "51.5", edge_lon: "19.5" } }])).toMatchObject({
      risk: Risk.LOW,
      subScores: { geo_jump: 0 },
    });
  });
});
