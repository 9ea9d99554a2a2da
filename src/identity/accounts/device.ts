import type { RequestFacts } from "../../http/request-facts.ts";
import { addressBlock } from "../../kernel/cidr.ts";
import { type Keyring, keyedHashes } from "../../kernel/keyring.ts";

/** Browsers by a part of the user agent that other browsers lack. The first match counts. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** The name of a program, such as `curl` in `curl/8.5.0`. */
const PROGRAM = /^([A-Za-z][\w.-]{0,29})(?:\/|$)/;

/**
 * Returns a device as people know it: `Firefox on Windows`, `curl`. Null if the user agent names none. Uses only names
 * from this file and a short program name, so that no client writes its own text into its owner's list.
 */
export function deviceOf(userAgent: string): string | null {
  const { browser, system, program } = devicePartsOf(userAgent);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? program;
}

/**
 * A browser by names from this file only: `Firefox on Windows`. Null for a program, because its name is the sender's
 * own text and would appear in an email to another user.
 */
export function browserOf(userAgent: string): string | null {
  return devicePartsOf(userAgent).browser === null ? null : deviceOf(userAgent);
}

/** The parts of a device's name, each null if the user agent does not say it. */
export function devicePartsOf(userAgent: string): Record<"browser" | "system" | "program", string | null> {
  return {
    browser: BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
    system: SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
    program: PROGRAM.exec(userAgent)?.[1] ?? null,
  };
}

/**
 * Returns the place of a request: `Lisbon, PT` if the platform knows it, else the network. Null if both are unknown.
 */
export function placeOf({ edge, ipAddress }: Pick<RequestFacts, "edge" | "ipAddress">): string | null {
  const known = [edge.edge_city, edge.edge_country].filter((part) => part !== undefined && part !== "");
  if (known.length > 0) return known.join(", ");
  return ipAddress === "" ? null : addressBlock(ipAddress);
}

/**
 * Pseudonym of the network that a client signs in from, for one user: keyed, because a plain hash of an address can be
 * reversed by trying all addresses.
 * @returns the hash under the current platform secret, then under earlier ones
 */
export async function networkHashes(keyring: Keyring, userId: string, address: string): Promise<[string, ...string[]]> {
  return keyedHashes(await keyring.keysFor("sign_in_network"), `${userId} ${addressBlock(address)}`);
}
