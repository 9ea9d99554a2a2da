import { type Band, bandOf, type Thresholds } from "../platform/risk-bands/bands.ts";

/** How many accesses fall into each band; `unscored` have no score (yet). */
export type BandCounts = Record<Band | "unscored", number>;

/** Accesses with a score; null: without one. */
export interface ScoreCount {
  score: number | null;
  count: number;
}

/** Counts accesses by band under thresholds, with the rule that bands each access. */
export function countBands(scores: readonly ScoreCount[], thresholds: Thresholds): BandCounts {
  const counts: BandCounts = { low: 0, medium: 0, high: 0, block: 0, unscored: 0 };
  for (const { score, count } of scores) counts[score === null ? "unscored" : bandOf(score, thresholds)] += count;
  return counts;
}
