import { parseNetwork } from "../../kernel/cidr.ts";

/** Bits of an address that name a network and not a phone: about a town, or one provider's customer. */
const IPV4_BITS = 24;
const IPV6_BITS = 48;

/** The network of a client, such as `203.0.113.0/24`: enough to see that a ticket is used elsewhere. Empty for no address. */
export function deviceNetwork(address: string): string {
  const whole = parseNetwork(address);
  if (whole.status === "malformed") return "";
  const [start, bits] = whole.cidr.split("/");
  const network = parseNetwork(`${start}/${bits === "32" ? IPV4_BITS : IPV6_BITS}`);
  return network.status === "malformed" ? "" : network.cidr;
}
