import { type Band, bandOf, type Thresholds } from "../events/bands.ts";

/** How many accesses fall into each band; `unscored` are those that the engine has not answered for. */
export type BandCounts = Record<Band | "unscored", number>;

/** How often a score was given. Null: no score. */
export interface ScoreCount {
  score: number | null;
  count: number;
}

/** What a distribution of scores comes to under thresholds, by the very rule that bands each access. */
export function countBands(scores: readonly ScoreCount[], thresholds: Thresholds): BandCounts {
  const counts: BandCounts = { low: 0, medium: 0, high: 0, block: 0, unscored: 0 };
  for (const { score, count } of scores) counts[score === null ? "unscored" : bandOf(score, thresholds)] += count;
  return counts;
}
