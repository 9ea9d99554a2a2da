import ipaddr from "ipaddr.js";

/** Groups of an IPv6 address that identify a network: one subscriber has all 2^64 addresses of a /64. */
const NETWORK_GROUPS = 4;

/**
 * The rate-limit key of an address: an IPv4 address itself, the /64 of an IPv6 address, within which a client can change
 * its address freely. A text that is no address is returned as it is.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
