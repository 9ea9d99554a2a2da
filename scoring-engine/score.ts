import { Risk } from "../proto/fraud/v1/fraud_pb.js";
import type { Facts } from "./facts.ts";
import { SIGNALS, type SignalName } from "./signals/all-signals.ts";
import type { Family, SignalResult } from "./signals/define-signal.ts";
import type { Evidence } from "./signals/evidence.ts";

/** A sub-score is strong from here on (specification, rules of the scoring engine, 3). */
export const STRONG = 70;
/** Highest score without two strong families, one below the default high band. */
export const WEAK_MAX = 59;
/** Default thresholds; the engine's band is advisory, the API applies the event's own. */
export const BANDS = { medium: 30, high: 60, block: 85 } as const;

/** The families that are combined. `automation` replaces the score instead. */
const WEIGHTED_FAMILIES = ["device", "network", "possession", "presence", "usage"] as const satisfies readonly Family[];

/** Weight of one family's evidence at 100. Only other families can add the rest. */
const FAMILY_WEIGHT = 0.85;
/** Exponent for a sub-score: small ones count less than in proportion, because a few of them are ordinary. */
const SUB_SCORE_EXPONENT = 1.2;
/** Exponent for the range above two strong families: the highest scores take overwhelming evidence. */
const STRONG_EXPONENT = 1.5;
/**
 * Number of strong families that block. Two also occur without an attack: a mail gateway that opens a reminder's link
 * is another device in another country.
 */
const FAMILIES_TO_BLOCK = 3;

const doubt = (score: number): number => 1 - FAMILY_WEIGHT * (score / 100) ** SUB_SCORE_EXPONENT;
/** Families whose evidence at 100 is the highest score; more add nothing to it. */
const FAMILIES_TO_100 = 4;
/** Evidence of exactly two families at 70, and of four at 100: the ends of the strong range. */
const STRONG_FLOOR = 1 - doubt(STRONG) ** 2;
const STRONG_CEILING = 1 - doubt(100) ** FAMILIES_TO_100;

export interface Assessment {
  /** 0–100. */
  readonly score: number;
  readonly risk: Risk;
  /** Strongest first. */
  readonly reasons: readonly SignalName[];
  readonly evidence: Readonly<Partial<Record<SignalName, Evidence>>>;
  readonly automated: boolean;
  /** Sub-scores by signal, for the baseline's decisions and for tests. */
  readonly subScores: Readonly<Record<SignalName, number>>;
}

/** Copied for each access, which is cheaper than adding the properties one by one. */
const QUIET_SUB_SCORES = Object.fromEntries(SIGNALS.map(({ name }) => [name, 0])) as Readonly<
  Record<SignalName, number>
>;

/** A sub-score, and the share of it that is combined (0–1). */
export type WeighedScore = Pick<SignalResult, "family" | "score" | "weight">;

/**
 * Combines sub-scores (0–100), each times its weight, into one integer 0–100: what the doubts left by each family's
 * strongest signal, multiplied, leave to 1. Monotone in every sub-score; at most 59 unless weighed sub-scores of two
 * different families reach 70, at most 84 unless those of three do. A sub-score of 70 gives at least 30, whatever its weight.
 */
export function combine(signals: readonly WeighedScore[]): number {
  const strongest: Record<Family, number> = {
    automation: 0,
    device: 0,
    network: 0,
    possession: 0,
    presence: 0,
    usage: 0,
  };
  let least = 0;
  for (const { family, score, weight } of signals) {
    const weighed = score * weight;
    if (weighed > strongest[family]) strongest[family] = weighed;
    if (score >= STRONG && family !== "automation") least = BANDS.medium;
  }
  let remaining = 1;
  let strong = 0;
  for (const family of WEIGHTED_FAMILIES) {
    const score = strongest[family];
    if (score > 0) remaining *= doubt(score);
    if (score >= STRONG) strong += 1;
  }
  const evidence = 1 - remaining;
  if (strong < 2) return Math.max(least, Math.round(WEAK_MAX * evidence));
  const share = Math.min(1, Math.max(0, evidence - STRONG_FLOOR) / (STRONG_CEILING - STRONG_FLOOR));
  const top = strong < FAMILIES_TO_BLOCK ? BANDS.block - 1 : 100;
  return Math.round(BANDS.high + (top - BANDS.high) * share ** STRONG_EXPONENT);
}

/** The engine's own band for a score. */
export function bandOf(score: number): Risk {
  if (score >= BANDS.block) return Risk.BLOCK;
  if (score >= BANDS.high) return Risk.HIGH;
  return score >= BANDS.medium ? Risk.MEDIUM : Risk.LOW;
}

const AUTOMATION = SIGNALS.filter(({ family }) => family === "automation");
const BY_PEOPLE = SIGNALS.filter(({ family }) => family !== "automation");

/** Evaluates the signals of an access. If a program made it, returns only the signal that says so. */
function evaluateSignals(facts: Facts): readonly SignalResult<SignalName>[] {
  for (const signal of AUTOMATION) {
    const result = signal.evaluate(facts);
    if (result.reason !== null) return [result];
  }
  return BY_PEOPLE.map((signal) => signal.evaluate(facts));
}

/** Scores one access. An automated access scores 0 with one reason. The score of a verified device is below the block band. */
export function assess(facts: Facts): Assessment {
  const signals = evaluateSignals(facts);
  const most = facts.access.deviceId?.proved === true ? BANDS.block - 1 : 100;
  const score = Math.min(most, combine(signals));
  const reasons: SignalName[] = [];
  const evidence: Partial<Record<SignalName, Evidence>> = {};
  const subScores = { ...QUIET_SUB_SCORES };
  const withReason: SignalResult<SignalName>[] = [];
  for (const signal of signals) {
    if (signal.score > 0) subScores[signal.name] = signal.score;
    if (signal.reason !== null) withReason.push(signal);
  }
  if (withReason.length > 1) withReason.sort((a, b) => b.score - a.score);
  for (const signal of withReason) {
    reasons.push(signal.name);
    evidence[signal.name] = { score: Math.round(signal.score), ...signal.evidence };
  }
  const automated = withReason.some(({ family }) => family === "automation");
  return { score, risk: bandOf(score), reasons, evidence, automated, subScores };
}
