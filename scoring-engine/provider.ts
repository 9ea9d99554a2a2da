import { isHostingAddress, isHostingAsn } from "./hosting-networks.ts";
import type { Address } from "./network.ts";
import {
  HOSTING_NAME,
  MOBILE_ASNS,
  MOBILE_NAME,
  RELAY_ASNS,
  RELAY_NAME,
  SATELLITE_ASNS,
  SATELLITE_NAME,
} from "./operators.ts";

/**
 * Kind of the network operator of an access. Only `access`, `mobile` and `unknown` are lines of people; the position of
 * the others is that of an exit and not of the guest.
 */
export type ProviderKind = "access" | "mobile" | "satellite" | "relay" | "hosting" | "tor" | "unknown";

/** Country code that Cloudflare reports for Tor exits. */
const TOR_COUNTRY = "T1";

/**
 * The kind of a provider by the edge's facts, or without them by the address ranges of hosting operators.
 * @param country ISO 3166-1 code as the edge reports it (`T1` for Tor), or null
 */
export function providerKind(
  address: Address,
  asn: number | null,
  organisation: string | null,
  country: string | null,
): ProviderKind {
  if (country === TOR_COUNTRY) return "tor";
  if (asn === null && organisation === null) return isHostingAddress(address) ? "hosting" : "unknown";
  const org = organisation ?? "";
  const has = (numbers: ReadonlySet<number>): boolean => asn !== null && numbers.has(asn);
  if (has(RELAY_ASNS) || RELAY_NAME.test(org)) return "relay";
  if (has(SATELLITE_ASNS) || SATELLITE_NAME.test(org)) return "satellite";
  if ((asn !== null && isHostingAsn(asn)) || HOSTING_NAME.test(org)) return "hosting";
  if (has(MOBILE_ASNS) || MOBILE_NAME.test(org)) return "mobile";
  return "access";
}

/** Whether a guest usually is at the position of the provider's addresses. */
export function isOwnLine(kind: ProviderKind): boolean {
  return kind === "access" || kind === "mobile" || kind === "unknown";
}
