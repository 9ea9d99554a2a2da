import { hash53 } from "./hash.ts";

/** The API's hashes are shorter. Characters. */
const MAX_HASH_CHARS = 256;
/** Greatest valid age: ten years. */
const MAX_AGE_S = 10 * 365 * 86_400;

/**
 * The ID that the API issued for one guest's link, to a browser in a cookie or to an API client in a header. Only a person who can
 * read the browser's storage can copy it; user agent, hardware and network can be imitated.
 */
export interface DeviceId {
  /** 53-bit hash of the API's hash. */
  readonly key: number;
  /**
   * Time since the API issued it, milliseconds. 0 if it is issued with the response to this request. Null if the API did not
   * report it.
   */
  readonly ageMs: number | null;
  /** The device is verified: a code that was sent to the guest's email address or phone was entered on it. */
  readonly proved: boolean;
}

function ageOf(text: string | undefined): number | null {
  if (text === undefined || text.trim() === "") return null;
  const seconds = Number(text);
  return seconds >= 0 && seconds <= MAX_AGE_S ? seconds * 1_000 : null;
}

/**
 * Reads the device ID from the facts that only the API writes: `edge_device`, `edge_device_age` (seconds) and
 * `edge_device_proved` (`true`).
 * @returns null without an ID. It says nothing about the guest: the browser blocks cookies, or an API client stores no ID
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
