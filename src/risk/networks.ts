import { parseNetwork } from "../kernel/cidr.ts";
import { invalidField } from "../kernel/errors.ts";

/** Size of an allowlist: each access is compared with all of it. */
export const MAX_NETWORKS = 200;

/**
 * Parses a network or address into its canonical form.
 * @throws AppError 400 `invalid_cidr`; for an address with host bits the message names its network
 */
export function readNetwork(text: string): string {
  const network = parseNetwork(text);
  if (network.status === "ok") return network.cidr;
  const message =
    network.status === "host_bits"
      ? `has bits set beyond its prefix; the network is ${network.cidr}`
      : "must be an IPv4 or IPv6 address, or a network such as 203.0.113.0/24";
  throw invalidField("ip_cidr", message, "invalid_cidr");
}

/** A network with a shorter prefix is larger than a venue's or a company's: a whole provider's, or a country's. */
const SHORTEST_PREFIX = { ipv4: 16, ipv6: 32 } as const;

/** What the host should know about a canonical network that is very large; null for any other. */
export function warningFor(cidr: string): string | null {
  const [address = "", bits] = cidr.split("/");
  const [kind, name] = address.includes(":") ? (["ipv6", "IPv6"] as const) : (["ipv4", "IPv4"] as const);
  const prefix = Number(bits);
  if (prefix >= SHORTEST_PREFIX[kind]) return null;
  return prefix === 0
    ? `This trusts every ${name} address and switches risk scoring off for them: nobody is scored or blocked.`
    : "This network is very large. Risk scoring is switched off for everybody in it: nobody there is scored or blocked.";
}
