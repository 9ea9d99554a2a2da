import { networkAround } from "../../kernel/cidr.ts";

/** Bits of an address that name a network and not a phone: about a town, or one provider's customer. */
const BITS = { ipv4: 24, ipv6: 48 };

/** The network of a client, such as `203.0.113.0/24`: enough to see that a ticket is used elsewhere. Empty for no address. */
export function deviceNetwork(address: string): string {
  return networkAround(address, BITS) ?? "";
}
