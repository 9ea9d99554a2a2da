import ipaddr from "ipaddr.js";

/** The groups of an IPv6 address that name a network: one subscriber holds all 2^64 addresses behind them. */
const NETWORK_GROUPS = 4;

/**
 * What a client is counted as: an IPv4 address itself, of an IPv6 address its /64, because changing the rest costs
 * nothing. A text that is no address is counted as it is.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
