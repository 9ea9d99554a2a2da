/** Who may see and edit an answer: the device that gave it, or the holder of an edit nonce from the guest's own mail. */
export interface DeviceClaim {
  /** The user agent of this request. */
  userAgent: string;
  /** Whether the request carries an edit nonce that is unused and not expired. */
  hasNonce: boolean;
}

/**
 * Whether an answer may be shown to this device. The user agent alone is compared: a change of network is no change of
 * device. It can be copied, so it gates only what the link's holder could read over the guest's shoulder; the risk
 * score is what looks closer.
 */
export function isOwnDevice(rsvp: { userAgent: string }, claim: DeviceClaim): boolean {
  return claim.hasNonce || rsvp.userAgent === claim.userAgent;
}
