import { parseNetwork } from "../../kernel/cidr.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";

/** Networks that an event can trust at most: each access is compared with all of them. */
export const MAX_NETWORKS = 200;

/**
 * The network that somebody means, in its canonical form.
 * @throws AppError 400 `invalid_cidr`; for an address with host bits it tells the network that it lies in
 */
export function readNetwork(text: string): string {
  const network = parseNetwork(text);
  if (network.status === "ok") return network.cidr;
  const message =
    network.status === "host_bits"
      ? `has bits set beyond its prefix; the network is ${network.cidr}`
      : "is an IPv4 or IPv6 address or a network in CIDR notation, such as 203.0.113.0/24";
  throw invalidField("ip_cidr", message, "invalid_cidr");
}

/** 409: the event trusts this network already. */
export function duplicateEntry(): AppError {
  return new AppError("duplicate_allowlist_entry");
}

/** 409: there is no room for another network. */
export function allowlistFull(): AppError {
  return new AppError("allowlist_full", {}, `An event trusts at most ${MAX_NETWORKS} networks.`);
}
