import { isIPv6 } from "node:net";

/**
 * Groups of an IPv6 prefix: a /48 is the usual assignment to a site (RFC 6177), and the bits below it change with every
 * device and day. The IPv4 prefix is a /24, the smallest block that is routed.
 */
const V6_PREFIX_GROUPS = 3;
const V6_GROUPS = 8;

const DOT = ".".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

/** Only public addresses have a place and a provider. */
export type AddressScope = "public" | "private" | "none";

export interface Address {
  /** Canonical text: IPv4-mapped IPv6 becomes IPv4, IPv6 has all eight groups. Empty without a usable address. */
  readonly text: string;
  readonly family: 4 | 6 | 0;
  readonly scope: AddressScope;
  /** `a.b.c.0/24` or `a:b:c::/48`; null without a usable address. */
  readonly prefix: string | null;
}

const NO_ADDRESS: Address = { text: "", family: 0, scope: "none", prefix: null };

/**
 * Parses an IPv4 address to a number; null for any other text. A hot path, and therefore without a regular expression.
 * Leading zeros are refused, because some parsers read them as octal.
 */
function readV4(text: string): number | null {
  let value = 0;
  let dots = 0;
  /** Null before its first digit. */
  let octet: number | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      if (octet === null) return null;
      value = value * 256 + octet;
      dots += 1;
      octet = null;
      continue;
    }
    const digit = code - ZERO;
    if (digit < 0 || digit > 9 || octet === 0) return null;
    octet = octet === null ? digit : octet * 10 + digit;
    if (octet > 255) return null;
  }
  return dots === 3 && octet !== null ? value * 256 + octet : null;
}

/**
 * The eight groups of an IPv6 address that `isIPv6` has accepted, in lower case and without leading zeros; a dotted tail
 * becomes two groups.
 */
function groupsOf(text: string): string[] {
  const zone = text.indexOf("%");
  const bare = zone === -1 ? text : text.slice(0, zone);
  const groups: string[] = [];
  let gap = V6_GROUPS;
  for (const part of bare.toLowerCase().split(":")) {
    const dotted = readV4(part);
    if (part === "") gap = Math.min(gap, groups.length);
    else if (dotted !== null) groups.push((dotted >>> 16).toString(16), (dotted & 0xffff).toString(16));
    else groups.push(part.startsWith("0") ? parseInt(part, 16).toString(16) : part);
  }
  while (groups.length < V6_GROUPS) groups.splice(gap, 0, "0");
  return groups;
}

/** Groups of an IPv6 address that one household or office has (RFC 6177). */
const V6_SOURCE_GROUPS = 4;

/** The connection that an address belongs to: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function sourceOf({ text, family }: Address): string {
  return family === 6 ? text.split(":", V6_SOURCE_GROUPS).join(":") : text;
}

/** Whether an address is in a special-purpose block (RFC 6890) and not on the public internet. */
function isPrivateV4(value: number): boolean {
  const a = value >>> 24;
  const b = (value >>> 16) & 255;
  const c = (value >>> 8) & 255;
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b <= 127;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 192) return b === 168 || (b === 0 && c === 0);
  return a === 198 && (b === 18 || b === 19);
}

const isZero = (group: string): boolean => group === "0";

function isPrivateV6(groups: readonly string[]): boolean {
  const first = parseInt(groups[0] ?? "0", 16);
  const isUnspecifiedOrLoopback = groups.slice(0, -1).every(isZero);
  return isUnspecifiedOrLoopback || (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80 || first >= 0xff00;
}

/** @param text the address in dotted form @param value the same address as a number */
function fromV4(text: string, value: number): Address {
  if (value === 0) return NO_ADDRESS;
  const prefix = `${text.slice(0, text.lastIndexOf("."))}.0/24`;
  return { text, family: 4, scope: isPrivateV4(value) ? "private" : "public", prefix };
}

/**
 * Parses the address of an access; never throws.
 * @param raw IPv4, IPv6, IPv4-mapped IPv6, empty or garbage
 * @returns `scope: "none"` for garbage, `0.0.0.0` and `::`
 */
export function parseAddress(raw: string): Address {
  const text = raw.trim();
  const v4 = readV4(text);
  if (v4 !== null) return fromV4(text, v4);
  if (!isIPv6(text)) return NO_ADDRESS;
  const groups = groupsOf(text);
  if (groups.every(isZero)) return NO_ADDRESS;
  const isMapped = groups.slice(0, 5).every(isZero) && groups[5] === "ffff";
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16));
    const mapped = [high >> 8, high & 255, low >> 8, low & 255].join(".");
    return fromV4(mapped, high * 65_536 + low);
  }
  const prefix = `${groups.slice(0, V6_PREFIX_GROUPS).join(":")}::/48`;
  return { text: groups.join(":"), family: 6, scope: isPrivateV6(groups) ? "private" : "public", prefix };
}
