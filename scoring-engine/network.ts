import { isIP } from "node:net";

/**
 * Two addresses of one home, office or phone mostly share this much: an IPv4 /24 is the smallest routed block, an
 * IPv6 /48 the usual site assignment (RFC 6177); the bits below it change with every device and day.
 */
const V4_PREFIX_OCTETS = 3;
const V6_PREFIX_GROUPS = 3;
const V6_GROUPS = 8;

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

/** Eight groups of an IPv6 address that `isIP` has accepted; a dotted tail counts as two groups. */
function groupsOf(text: string): number[] {
  const [bare = ""] = text.split("%");
  const lastColon = bare.lastIndexOf(":");
  const tail = bare.slice(lastColon + 1);
  let hex = bare;
  if (tail.includes(".")) {
    const [a = 0, b = 0, c = 0, d = 0] = tail.split(".").map(Number);
    hex = `${bare.slice(0, lastColon + 1)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  }
  const [head = "", rest] = hex.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = rest === undefined || rest === "" ? [] : rest.split(":");
  const zeros = rest === undefined ? 0 : V6_GROUPS - left.length - right.length;
  return [...left, ...new Array<string>(Math.max(0, zeros)).fill("0"), ...right].map((group) => parseInt(group, 16));
}

/** Blocks of RFC 6890 that no guest on the internet can come from. */
function isPrivateV4(octets: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = octets;
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b <= 127;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 192) return b === 168 || (b === 0 && c === 0);
  return a === 198 && (b === 18 || b === 19);
}

function isPrivateV6(groups: readonly number[]): boolean {
  const [first = 0] = groups;
  const isUnspecifiedOrLoopback = groups.slice(0, -1).every((group) => group === 0);
  return isUnspecifiedOrLoopback || (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80 || first >= 0xff00;
}

function fromV4(octets: readonly number[]): Address {
  const unspecified = octets.every((octet) => octet === 0);
  if (unspecified) return NO_ADDRESS;
  const prefix = `${octets.slice(0, V4_PREFIX_OCTETS).join(".")}.0/24`;
  return { text: octets.join("."), family: 4, scope: isPrivateV4(octets) ? "private" : "public", prefix };
}

/**
 * Reads the address that an access came from.
 * @param raw as sent by the caller: IPv4, IPv6, IPv4-mapped IPv6, empty or garbage
 * @returns never throws; garbage, `0.0.0.0` and `::` are no address (`scope: 'none'`)
 */
export function parseAddress(raw: string): Address {
  const text = raw.trim();
  const version = isIP(text);
  if (version === 4) return fromV4(text.split(".").map(Number));
  if (version !== 6) return NO_ADDRESS;
  const groups = groupsOf(text);
  if (groups.every((group) => group === 0)) return NO_ADDRESS;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return fromV4([high >> 8, high & 255, low >> 8, low & 255]);
  }
  const hex = groups.map((group) => group.toString(16));
  const prefix = `${hex.slice(0, V6_PREFIX_GROUPS).join(":")}::/48`;
  return { text: hex.join(":"), family: 6, scope: isPrivateV6(groups) ? "private" : "public", prefix };
}
