import { Risk } from "../proto/fraud/v1/fraud_pb.js";
import type { Facts } from "./facts.ts";
import { automatedFetch } from "./signals/automated-fetch.ts";
import { deviceMismatch } from "./signals/device-mismatch.ts";
import { geoJump } from "./signals/geo-jump.ts";
import { ipChange } from "./signals/ip-change.ts";
import { missingSignals } from "./signals/missing-signals.ts";
import { repeatedAccess } from "./signals/repeated-access.ts";
import type { Evidence, Signal, SignalName } from "./signals/signal.ts";

/** A sub-score from here on is strong (specification, rules of the scoring engine, 3). */
export const STRONG = 70;
/** Without two strong families a score ends here, one below the default high band. */
export const WEAK_MAX = 59;
/** Default thresholds; the engine's band is advisory, the API applies the event's own. */
export const BANDS = { medium: 30, high: 60, block: 85 } as const;

/** Signals that one cause moves together are one piece of evidence: a new address and a new place are one hop. */
export type Family = "device" | "network" | "presence" | "usage";
export const FAMILY: Readonly<Record<Exclude<SignalName, "automated_fetch">, Family>> = {
  device_mismatch: "device",
  ip_change: "network",
  geo_jump: "network",
  missing_signals: "presence",
  repeated_access: "usage",
};

/** A family at 100 proves this much by itself; the rest is doubt that only other families remove. */
const FAMILY_WEIGHT = 0.85;
/** Bends small sub-scores down: a little of everything is an ordinary day. */
const BEND = 1.2;
/** Bends the range above two strong families, so that the far end takes overwhelming evidence. */
const STRONG_BEND = 1.5;
/**
 * To turn a person away takes three strong families. Two go together too easily without anybody being at fault: a mail
 * gateway that opens a reminder's link is another device in another country, and nothing else about it is odd.
 */
const FAMILIES_TO_BLOCK = 3;

const doubt = (score: number): number => 1 - FAMILY_WEIGHT * (score / 100) ** BEND;
/** Evidence of exactly two families at 70, and of all four at 100: the ends of the strong range. */
const STRONG_FLOOR = 1 - doubt(STRONG) ** 2;
const STRONG_CEILING = 1 - doubt(100) ** 4;

export interface Assessment {
  /** 0–100. */
  readonly score: number;
  readonly risk: Risk;
  /** Strongest first. */
  readonly reasons: readonly SignalName[];
  readonly evidence: Readonly<Partial<Record<SignalName, Evidence>>>;
  readonly automated: boolean;
  /** Sub-scores, for the baseline's decisions and for tests. */
  readonly subScores: Readonly<Partial<Record<SignalName, number>>>;
}

/**
 * Combines sub-scores (0–100) into one integer 0–100: doubt that remains after each family's strongest signal.
 * Monotone in every sub-score; at most 59 unless sub-scores of two different families reach 70, at most 84 unless
 * those of three do.
 */
export function combine(signals: readonly Pick<Signal, "name" | "score">[]): number {
  const strongest: Record<Family, number> = { device: 0, network: 0, presence: 0, usage: 0 };
  for (const { name, score } of signals) {
    if (name === "automated_fetch") continue;
    const family = FAMILY[name];
    if (score > strongest[family]) strongest[family] = score;
  }
  let left = 1;
  let strong = 0;
  for (const score of [strongest.device, strongest.network, strongest.presence, strongest.usage]) {
    if (score > 0) left *= doubt(score);
    if (score >= STRONG) strong += 1;
  }
  const evidence = 1 - left;
  if (strong < 2) return Math.round(WEAK_MAX * evidence);
  const share = Math.max(0, evidence - STRONG_FLOOR) / (STRONG_CEILING - STRONG_FLOOR);
  const top = strong < FAMILIES_TO_BLOCK ? BANDS.block - 1 : 100;
  return Math.round(BANDS.high + (top - BANDS.high) * share ** STRONG_BEND);
}

/** The engine's own band for a score. */
export function bandOf(score: number): Risk {
  if (score >= BANDS.block) return Risk.BLOCK;
  if (score >= BANDS.high) return Risk.HIGH;
  return score >= BANDS.medium ? Risk.MEDIUM : Risk.LOW;
}

function subScoresOf(signals: readonly Signal[]): Assessment["subScores"] {
  const subScores: Partial<Record<SignalName, number>> = {};
  for (const one of signals) subScores[one.name] = one.score;
  return subScores;
}

/** Scores one access. An automated fetch scores 0 with that one reason: nobody was there to be suspected. */
export function assess(facts: Facts): Assessment {
  const automated = automatedFetch(facts);
  const signals =
    automated.reason === null
      ? [deviceMismatch(facts), ipChange(facts), geoJump(facts), missingSignals(facts), repeatedAccess(facts)]
      : [automated];
  const score = combine(signals);
  const reasons: SignalName[] = [];
  const evidence: Partial<Record<SignalName, Evidence>> = {};
  const named = signals.filter((one) => one.reason !== null);
  if (named.length > 1) named.sort((a, b) => b.score - a.score);
  for (const one of named) {
    reasons.push(one.name);
    evidence[one.name] = { score: Math.round(one.score), ...one.evidence };
  }
  const isAutomated = automated.reason !== null;
  return { score, risk: bandOf(score), reasons, evidence, automated: isAutomated, subScores: subScoresOf(signals) };
}
