import { isIPv6 } from "node:net";

/**
 * Two addresses of one home, office or phone mostly share this much: three octets of IPv4, whose /24 is the smallest
 * routed block, and three groups of IPv6, whose /48 is the usual site assignment (RFC 6177); the bits below it change
 * with every device and day.
 */
const V6_PREFIX_GROUPS = 3;
const V6_GROUPS = 8;

const DOT = ".".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

/** Where an address may be seen: only public ones say anything about a place or a provider. */
export type AddressScope = "public" | "private" | "none";

export interface Address {
  /** Canonical text: IPv4-mapped IPv6 becomes IPv4, IPv6 has no zero run. Empty when there is no usable address. */
  readonly text: string;
  readonly family: 4 | 6 | 0;
  readonly scope: AddressScope;
  /** `a.b.c.0/24` or `a:b:c::/48`; null when there is no usable address. */
  readonly prefix: string | null;
}

const NO_ADDRESS: Address = { text: "", family: 0, scope: "none", prefix: null };

/**
 * The number that an IPv4 address stands for; null for any other text. Most accesses come with one, so it is read
 * character by character. No octet has a leading zero, because some read such a one as octal.
 */
function readV4(text: string): number | null {
  let value = 0;
  let dots = 0;
  /** Null: none of its digits was there yet. */
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
 * Eight groups of an IPv6 address that `isIPv6` has accepted, without leading zeros and in lower case; a dotted tail
 * counts as two groups.
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

/** Blocks of RFC 6890 that no guest on the internet can come from. */
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

/** @param text the address that `value` stands for */
function fromV4(text: string, value: number): Address {
  if (value === 0) return NO_ADDRESS;
  const prefix = `${text.slice(0, text.lastIndexOf("."))}.0/24`;
  return { text, family: 4, scope: isPrivateV4(value) ? "private" : "public", prefix };
}

/**
 * Reads the address that an access came from.
 * @param raw as sent by the caller: IPv4, IPv6, IPv4-mapped IPv6, empty or garbage
 * @returns never throws; garbage, `0.0.0.0` and `::` are no address (`scope: 'none'`)
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
