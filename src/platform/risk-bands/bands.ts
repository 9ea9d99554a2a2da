import { type BANDS, type EventRow, events } from "../../db/schema/events.ts";
export type Band = (typeof BANDS)[number];

/** The risk band from which an event requires a code: `low` is every new device, `never` not even a blocked one. */
export const STEP_UP_BANDS = events.stepUpFrom.enumValues;

export type StepUpBand = (typeof STEP_UP_BANDS)[number];

/** True if an event that requires a code from a risk band on requires one in this risk band. */
export function isAskedIn(band: Band, from: StepUpBand): boolean {
  return STEP_UP_BANDS.indexOf(band) >= STEP_UP_BANDS.indexOf(from);
}

/** Scores at which the bands above `low` begin. Ordered: 1 ≤ medium < high < block ≤ 100. */
export interface Thresholds {
  medium: number;
  high: number;
  block: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = { medium: 30, high: 60, block: 85 };

/** Returns an event's thresholds, or the defaults. */
export function thresholdsOf(
  event: Pick<EventRow, "fraudMediumThreshold" | "fraudHighThreshold" | "fraudBlockThreshold">,
): Thresholds {
  return {
    medium: event.fraudMediumThreshold ?? DEFAULT_THRESHOLDS.medium,
    high: event.fraudHighThreshold ?? DEFAULT_THRESHOLDS.high,
    block: event.fraudBlockThreshold ?? DEFAULT_THRESHOLDS.block,
  };
}

/** The band of a score: a band is reached when the score is at least its threshold. */
export function bandOf(score: number, thresholds: Thresholds): Band {
  if (score >= thresholds.block) return "block";
  if (score >= thresholds.high) return "high";
  return score >= thresholds.medium ? "medium" : "low";
}

/**
 * Caps the score of a verified device: below `block`, and below `high` if the event asks for codes there. The remaining
 * score informs the host and denies no access.
 */
export function capVerifiedScore(score: number, { high, block }: Thresholds, from: StepUpBand): number {
  return Math.min(score, (isAskedIn("high", from) ? high : block) - 1);
}
