import type { Thresholds } from "../events/bands.ts";
import type { ChallengedGuest } from "./challenge-offer.ts";

/**
 * The score of a device whose user has entered a code: below the band in which the event asks for one, so that nobody is
 * asked twice, and below `block` in any event.
 */
export function provedScore(score: number, { high, block }: Thresholds, from: ChallengedGuest["stepUpFrom"]): number {
  return Math.min(score, (from === "high" ? high : block) - 1);
}
