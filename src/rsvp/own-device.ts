import type { rsvps } from "../db/schema/rsvps.ts";

/** The evidence in a request about its device. */
export interface DeviceClaim {
  userAgent: string;
  /** Hash of the device ID that the request carried; null if the request carried none. */
  device: string | null;
  /** Whether the user of the device has verified access to the guest's mailbox or text messages. */
  isDeviceVerified: boolean;
  /** Whether the request carries a valid edit nonce. */
  hasNonce: boolean;
}

/** The device columns of an RSVP. */
export type OfDevice = Pick<typeof rsvps.$inferSelect, "recognisedBy" | "userAgent" | "device">;

/** Returns the evidence in a request about its device. An ID that is issued only with the response does not count. */
export function claimOf(
  { userAgent }: { userAgent: string },
  {
    device,
    nonceHash,
  }: { device: { hash: string; isNew: boolean; isDeviceVerified: boolean }; nonceHash: string | null },
): DeviceClaim {
  const { hash, isNew, isDeviceVerified } = device;
  return { userAgent, device: isNew ? null : hash, isDeviceVerified, hasNonce: nonceHash !== null };
}

/**
 * True if this device may see and change an RSVP and everything that shows part of it: door pass, its offline copy,
 * wallet passes, seat offer. A device that is verified by a code, or has a nonce from an email to the guest, may. So may
 * any device, if a host recorded the RSVP. Otherwise it must be the submitting device: with the device ID of the RSVP,
 * or only if the RSVP has no ID, with its user agent, which millions of browsers share
 * (`docs/decisions/0040-same-device-gate.md`). The network is not compared, because phones change it.
 */
export function isOwnDevice(rsvp: OfDevice, claim: DeviceClaim): boolean {
  if (claim.isDeviceVerified || claim.hasNonce) return true;
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
 * Returns the device columns of an edited RSVP: the submitting device, with the user agent of the edit if that device
 * edited. Another device changes nothing, so the submitting device keeps its access. The first edit of an RSVP that a
 * host recorded counts as its submission.
 */
export function deviceAfterEdit(rsvp: OfDevice, editing: DeviceClaim): OfDevice {
  if (rsvp.recognisedBy === "anyone") return answeringDevice(editing);
  const { recognisedBy, device } = rsvp;
  const isSameDevice = recognisedBy === "device_id" && device === editing.device;
  return { recognisedBy, userAgent: isSameDevice ? editing.userAgent : rsvp.userAgent, device };
}
