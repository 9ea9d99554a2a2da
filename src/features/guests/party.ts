import type { Companion } from "../../db/schema/rsvps.ts";

/** Plus-ones that a guest may name when the host set no party size. */
export const DEFAULT_MAX_PLUS_ONES = 10;

/**
 * How many plus-ones a guest may bring: the party size less the guest; without a party size the companions whom the host
 * has named, else ten.
 * @param knownCompanions how many companions the host has named
 */
export function maxPlusOnes(partySize: number | null, knownCompanions = 0): number {
  if (partySize !== null) return partySize - 1;
  return knownCompanions > 0 ? knownCompanions : DEFAULT_MAX_PLUS_ONES;
}

/** The same companions, of whom at most so many attend: the last ones stay at home. */
export function withAtMost(companions: readonly Companion[], plusOnes: number): Companion[] {
  let left = plusOnes;
  return companions.map((companion) => ({ ...companion, attending: companion.attending && left-- > 0 }));
}
