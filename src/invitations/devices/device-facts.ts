import { SECOND_MS } from "../../kernel/clock.ts";
import type { GuestDevice, KnownDevice } from "./guest-device.ts";

/** The fingerprint entries about a device; none for one that is no evidence. */
export function deviceFacts(device: GuestDevice & Partial<KnownDevice>, now: number): Record<string, string> {
  if (!device.isEvidence) return {};
  const { hash, isNew, issuedAt, isProved = false } = device;
  // 0 is the age of a new one.
  const age = isNew ? 0 : Math.max(1, Math.floor((now - issuedAt) / SECOND_MS));
  return {
    edge_device: hash,
    edge_device_age: String(age),
    ...(isProved ? { edge_device_proved: "true" } : {}),
  };
}

/** The device in the log of an access; null for one that is no evidence. */
export function loggedDevice({ hash, isEvidence }: GuestDevice): string | null {
  return isEvidence ? hash : null;
}
