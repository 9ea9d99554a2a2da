import type { Facts } from "../facts.ts";
import type { Evidence } from "./evidence.ts";

/**
 * Signals with a common cause count as one piece of evidence: a new address and a new place are one journey. A signal of the family
 * `automation` with a reason replaces all others, because no person made the access.
 */
export type Family = "automation" | "device" | "network" | "possession" | "presence" | "usage";

/** Result of a rule: a score from 0 to 100 (values outside are clamped) and the numbers behind it. */
export interface Finding {
  readonly score: number;
  /** Share of the score that the combiner counts, 0–1; 1 by default. The sub-score itself is unaffected. */
  readonly weight?: number;
  /** Called only when the score is high enough for a reason. Most signals of most accesses score 0. */
  readonly evidence?: () => Evidence;
}

export interface SignalResult<Name extends string = string> {
  readonly name: Name;
  readonly family: Family;
  /** 0 to 100. */
  readonly score: number;
  readonly weight: number;
  /** The name as a reason for hosts; null while the score is below `REASON_FLOOR`. */
  readonly reason: Name | null;
  readonly evidence: Evidence;
}

export interface Signal<Name extends string = string> {
  /** Stable code: the API stores and shows it, so that it never changes its meaning. */
  readonly name: Name;
  readonly family: Family;
  evaluate(facts: Facts): SignalResult<Name>;
}

/** Scores below this contribute to the total, but hosts do not see them as reasons. */
const REASON_FLOOR = 15;

const NO_EVIDENCE: Evidence = {};

export const QUIET: Finding = { score: 0 };

/**
 * Defines a signal. `evaluate` is pure: facts in, a finding out, without I/O and without the clock.
 * The combiner learns of the signal from the list in `all-signals.ts` alone.
 */
export function defineSignal<const Name extends string>(definition: {
  readonly name: Name;
  readonly family: Family;
  readonly evaluate: (facts: Facts) => Finding;
}): Signal<Name> {
  const { name, family, evaluate } = definition;
  const quiet: SignalResult<Name> = { name, family, score: 0, weight: 1, reason: null, evidence: NO_EVIDENCE };
  return {
    name,
    family,
    evaluate(facts) {
      const finding = evaluate(facts);
      const score = Math.min(100, Math.max(0, finding.score));
      const { weight = 1 } = finding;
      // Most signals of most accesses score 0, so they share one result.
      if (score === 0) return quiet;
      if (score < REASON_FLOOR) return { name, family, score, weight, reason: null, evidence: NO_EVIDENCE };
      return { name, family, score, weight, reason: name, evidence: finding.evidence?.() ?? NO_EVIDENCE };
    },
  };
}

/** Rounds to one decimal, which is enough for evidence. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
