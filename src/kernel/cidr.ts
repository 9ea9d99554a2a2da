import ipaddr from "ipaddr.js";
import * as z from "zod";

/** These schemas accept only standard forms. ipaddr.js reads `010.0.0.1` as octal and `127.1` as an address. */
const ADDRESS = z.union([z.ipv4(), z.ipv6()]);

const NETWORK = z.union([z.cidrv4(), z.cidrv6()]);

/** The 96 bits of `::ffff:0:0/96` in front of an IPv4 address written as IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX_BITS = 96;

/** Groups of an IPv6 address that identify a network: one subscriber has all 2^64 addresses of a /64. */
const NETWORK_GROUPS = 4;

/** Groups that identify a site: what providers give to one customer has up to 65,536 networks. */
const SITE_GROUPS = 3;

/**
 * Returns the canonical network of a CIDR or a bare address. A bare IPv4 becomes /32, a bare IPv6 /128, and IPv4-mapped
 * IPv6 becomes IPv4.
 * @returns `host_bits` if the address has bits beyond its prefix, which is usually a mistake; `cidr` is then the
 * network that contains the address
 */
export function parseNetwork(text: string): { status: "ok" | "host_bits"; cidr: string } | { status: "malformed" } {
  if (ADDRESS.safeParse(text).success) {
    const address = ipaddr.process(text);
    return { status: "ok", cidr: `${address.toString()}/${address.kind() === "ipv4" ? 32 : 128}` };
  }
  if (!NETWORK.safeParse(text).success) return { status: "malformed" };
  const [address, prefix] = unmap(ipaddr.parseCIDR(text));
  const network = networkAddress(`${address.toString()}/${prefix}`, address.kind());
  return { status: network === address.toString() ? "ok" : "host_bits", cidr: `${network}/${prefix}` };
}

/**
 * Returns the network of this size around an address, such as `203.0.113.0/24`; IPv4-mapped IPv6 becomes IPv4. Returns
 * null for a text that is not an address.
 * @param bits of the network, for either kind of address
 */
export function networkAround(address: string, bits: { ipv4: number; ipv6: number }): string | null {
  if (!ADDRESS.safeParse(address).success) return null;
  const parsed = ipaddr.process(address);
  const prefix = bits[parsed.kind()];
  const bytes = parsed.toByteArray().map((byte, index) => {
    const bitsBeyond = Math.min(8, Math.max(0, (index + 1) * 8 - prefix));
    return byte & (0xff << bitsBeyond);
  });
  return `${ipaddr.fromByteArray(bytes).toString()}/${prefix}`;
}

/** Whether one of these canonical networks contains an address. False for a malformed address. */
export function isInNetworks(address: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0 || !ADDRESS.safeParse(address).success) return false;
  const candidate = ipaddr.process(address);
  return cidrs.some((cidr) => {
    const [network, prefix] = ipaddr.parseCIDR(cidr);
    return network.kind() === candidate.kind() && candidate.match(network, prefix);
  });
}

function unmap([address, prefix]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= MAPPED_PREFIX_BITS) {
    return [address.toIPv4Address(), prefix - MAPPED_PREFIX_BITS];
  }
  return [address, prefix];
}

function networkAddress(cidr: string, kind: "ipv4" | "ipv6"): string {
  return (kind === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(cidr).toString();
}

/**
 * Returns the rate-limit key of an address: an IPv4 address itself, or the /64 of an IPv6 address, within which a
 * client can change its address freely. Any other text is returned unchanged.
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
