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
 * What kind of provider carries an access. Only `access`, `mobile` and `unknown` stand for a person's own line; a fix
 * through any other is the exit of a machine elsewhere and never a place where the guest has been.
 */
export type ProviderKind = "access" | "mobile" | "satellite" | "relay" | "hosting" | "tor" | "unknown";

/** Cloudflare reports this country for Tor exits. */
const TOR_COUNTRY = "T1";

/**
 * What the provider is, from what the platform's edge knows, else from the best-known blocks of hosting companies.
 * @param country ISO 3166-1 code as the edge gives it (`T1` is Tor), or null
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

/** Whether the guest is, as a rule, where this provider's addresses are. */
export function isOwnLine(kind: ProviderKind): boolean {
  return kind === "access" || kind === "mobile" || kind === "unknown";
}
