/** An answer may be changed this often. The database holds it too: CHECK (edit_count BETWEEN 0 AND 5). */
export const MAX_EDITS = 5;
/** Companions that a guest may name when the host set no party size. */
const DEFAULT_MAX_PLUS_ONES = 10;

/** How many companions a guest may bring: the party that the invitation is for, less the guest. */
export function maxPlusOnes(partySize: number | null): number {
  return partySize === null ? DEFAULT_MAX_PLUS_ONES : partySize - 1;
}
