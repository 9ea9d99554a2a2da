import { hash53 } from "./hash.ts";

/** Longer values are no hash of the API's. Characters. */
const MAX_HASH_CHARS = 256;
/** Ages are whole seconds; nobody keeps a cookie for ten years. */
const MAX_AGE_S = 10 * 365 * 86_400;

/**
 * The id that the API gave a browser for one guest's link, in a cookie, or an API client in a header. It is copied only
 * by who can read the browser's storage, whereas user agent, hardware and network can be imitated.
 */
export interface DeviceId {
  /** 53-bit hash of the API's hash. */
  readonly key: number;
  /**
   * Time since the API issued it, milliseconds. 0: with the response to this request, which came without one. Null when
   * the API did not say.
   */
  readonly ageMs: number | null;
  /** Its user has entered a code that was sent to the guest's address or phone. */
  readonly proved: boolean;
}

function ageOf(text: string | undefined): number | null {
  if (text === undefined || text.trim() === "") return null;
  const seconds = Number(text);
  return seconds >= 0 && seconds <= MAX_AGE_S ? seconds * 1_000 : null;
}

/**
 * Reads the device id from the facts that only the API writes: `edge_device`, `edge_device_age` (seconds) and
 * `edge_device_proved` (`true`).
 * @returns null without one, which says nothing about the guest: cookies are off, or an API client keeps none
 */
export function readDeviceId(fingerprint: Readonly<Record<string, string>>): DeviceId | null {
  const hash = fingerprint.edge_device?.trim() ?? "";
  if (hash === "" || hash.length > MAX_HASH_CHARS) return null;
  return {
    key: hash53(hash),
    ageMs: ageOf(fingerprint.edge_device_age),
    proved: fingerprint.edge_device_proved?.trim() === "true",
  };
}
