import { isAskedIn, type StepUpBand, type Thresholds } from "../platform/risk-bands/bands.ts";

/**
 * The score of a device whose user has entered a code: below `block`, and below `high` where the event asks there. What is left
 * of it tells the host something, and refuses nobody.
 */
export function provedScore(score: number, { high, block }: Thresholds, from: StepUpBand): number {
  return Math.min(score, (isAskedIn("high", from) ? high : block) - 1);
}
