/** The evidence in a request about its device. */
export interface DeviceClaim {
  userAgent: string;
  /** Hash of the device ID that the request carried; null if the request carried none. */
  device: string | null;
  /** Whether the user of the device has verified access to the guest's mailbox or text messages. */
  isProved: boolean;
  /** Whether the request carries a valid edit nonce. */
  hasNonce: boolean;
}

/** The device columns of an RSVP. */
export interface OfDevice {
  /** How the device that answered is recognised; `anyone` while only a host has recorded the answer. */
  recognisedBy: "device_id" | "user_agent" | "anyone";
  userAgent: string;
  /** Hash of the device ID that the answering request carried; null unless `recognisedBy` is `device_id`. */
  device: string | null;
}

/** Returns the evidence in a request about its device. An ID that is issued only with the response does not count. */
export function claimOf(
  { userAgent }: { userAgent: string },
  { device, nonceHash }: { device: { hash: string; isNew: boolean; isProved: boolean }; nonceHash: string | null },
): DeviceClaim {
  const { hash, isNew, isProved } = device;
  return { userAgent, device: isNew ? null : hash, isProved, hasNonce: nonceHash !== null };
}

/**
 * True if this device may see and change an RSVP, with all that follows from it: the door pass, its copy for when there
 * is no network, wallet passes, an offered seat, and whatever else shows a part of the answer. Every caller asks this
 * function. Proof is enough: a code, or a nonce from the guest's own mail. Otherwise the device must be the one that
 * answered. The network is not compared, because phones change it.
 *
 * If the answering request carried a device ID, only the same ID counts, because millions of browsers share a user
 * agent. If it carried none, the user agent must be equal: see `docs/decisions/0040-same-device-gate.md`.
 */
export function isOwnDevice(rsvp: OfDevice, claim: DeviceClaim): boolean {
  if (claim.isProved || claim.hasNonce) return true;
  switch (rsvp.recognisedBy) {
    case "anyone":
      return true;
    case "device_id":
      return rsvp.device !== null && rsvp.device === claim.device;
    case "user_agent":
      return rsvp.userAgent === claim.userAgent;
  }
}

/** Returns the device columns of a first RSVP. */
export function answeringDevice({ userAgent, device }: Pick<DeviceClaim, "userAgent" | "device">): OfDevice {
  return { recognisedBy: device === null ? "user_agent" : "device_id", userAgent, device };
}

/**
 * Returns what an edited answer stores of its device: the device that answered, under the user agent of the edit if
 * that device edited. Another device changes nothing, so the device that answered keeps its access. The first edit of
 * an answer that a host recorded counts as its first answer.
 */
export function deviceAfterEdit(rsvp: OfDevice, editing: DeviceClaim): OfDevice {
  if (rsvp.recognisedBy === "anyone") return answeringDevice(editing);
  const { recognisedBy, device } = rsvp;
  const isSameDevice = recognisedBy === "device_id" && device === editing.device;
  return { recognisedBy, userAgent: isSameDevice ? editing.userAgent : rsvp.userAgent, device };
}
