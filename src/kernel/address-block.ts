import ipaddr from "ipaddr.js";

/** Groups of an IPv6 address that identify a network: one subscriber has all 2^64 addresses of a /64. */
const NETWORK_GROUPS = 4;
/** Groups that identify a site: what providers give to one customer has up to 65,536 networks. */
const SITE_GROUPS = 3;

/**
 * The rate-limit key of an address: an IPv4 address itself, the /64 of an IPv6 address, within which a client can change
 * its address freely. A text that is no address is returned as it is.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${prefixOf(parsed, NETWORK_GROUPS)}::/64`;
}

/** The rate-limit key of the site of an IPv6 address, its /48. Null for any other text. */
export function siteBlock(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? null : `${prefixOf(parsed, SITE_GROUPS)}::/48`;
}

function prefixOf(address: ipaddr.IPv6, groups: number): string {
  return address.parts
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(":");
}
