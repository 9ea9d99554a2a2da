/** Plus-ones that a guest may name when the host set no party size. */
export const DEFAULT_MAX_PLUS_ONES = 10;

/** How many plus-ones a guest may bring: the party size less the guest. */
export function maxPlusOnes(partySize: number | null): number {
  return partySize === null ? DEFAULT_MAX_PLUS_ONES : partySize - 1;
}
