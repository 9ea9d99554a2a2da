/** Edits of an RSVP. The database enforces it too: CHECK (edit_count BETWEEN 0 AND 5). */
export const MAX_EDITS = 5;
/** Plus-ones that a guest may name when the host set no party size. */
const DEFAULT_MAX_PLUS_ONES = 10;

/** How many plus-ones a guest may bring: the party size less the guest. */
export function maxPlusOnes(partySize: number | null): number {
  return partySize === null ? DEFAULT_MAX_PLUS_ONES : partySize - 1;
}

/** What a request has to show to see and edit an RSVP. */
export interface DeviceClaim {
  userAgent: string;
  /** Whether the request carries an edit nonce that is neither used nor expired. */
  hasNonce: boolean;
}

/**
 * Whether an RSVP may be shown to this device: it has the user agent that submitted the RSVP, or a nonce from the
 * guest's own mail. The network is not compared, because phones change it. A user agent can be copied, so this gates
 * only what the holder of the link could read anyway; the risk score looks closer.
 */
export function isOwnDevice(rsvp: { userAgent: string }, claim: DeviceClaim): boolean {
  return claim.hasNonce || rsvp.userAgent === claim.userAgent;
}
