import type { Companion } from "../db/schema/rsvps.ts";

/** Plus-ones that a guest may name when the host set no party size and named no companions. */
export const DEFAULT_MAX_PLUS_ONES = 10;

/** The values that limit the plus-ones of an invitation. */
export interface PartyLimit {
  /** The number of people that the invitation is for; null if the host set none. */
  partySize: number | null;
  /** The companions whom the host named, without the guest. */
  companions: readonly { name: string }[];
}

/**
 * Returns how many plus-ones a guest may bring: the party size without the guest, or the number of named companions.
 */
export function maxPlusOnes({ partySize, companions }: PartyLimit): number {
  if (partySize !== null) return partySize - 1;
  return companions.length > 0 ? companions.length : DEFAULT_MAX_PLUS_ONES;
}

/** Whether a party has a place for each companion whom the host named. A party without a size has. */
export function holdsCompanions({ partySize, companions }: PartyLimit): boolean {
  return partySize === null || companions.length === 0 || partySize >= 1 + companions.length;
}

/** Returns the companions with at most `plusOnes` attending: the last ones are set to not attending. */
export function withAtMost(companions: readonly Companion[], plusOnes: number): Companion[] {
  let left = plusOnes;
  return companions.map((companion) => ({ ...companion, attending: companion.attending && left-- > 0 }));
}
