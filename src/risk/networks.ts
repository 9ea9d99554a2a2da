import { parseNetwork } from "../kernel/cidr.ts";
import { invalidField } from "../kernel/errors.ts";

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
