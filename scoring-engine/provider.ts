import { isHostingBlock } from "./hosting-blocks.ts";
import type { Address } from "./network.ts";

/**
 * What kind of provider carries an access. Only `access`, `mobile` and `unknown` stand for a person's own line; a fix
 * through any other is the exit of a machine elsewhere and never a place where the guest has been.
 */
export type ProviderKind = "access" | "mobile" | "satellite" | "relay" | "hosting" | "tor" | "unknown";

/** Cloudflare reports this country for Tor exits. */
const TOR_COUNTRY = "T1";

/** Egress partners of Apple's Private Relay and Cloudflare WARP: ordinary people, far from where the address is. */
const RELAY_ASNS: ReadonlySet<number> = new Set([13335, 36183, 54113, 209242, 132892]);
const RELAY_ORG = /\b(private relay|cloudflare|fastly|warp)\b/i;

/** Satellite internet lands at a ground station that may be a country away. */
const SATELLITE_ASNS: ReadonlySet<number> = new Set([14593, 45700, 7155, 22351, 40306, 64294]);
const SATELLITE_ORG = /\b(starlink|spacex|viasat|inmarsat|intelsat|hughes|gogo|panasonic avionics|satellite)\b/i;

const MOBILE_ASNS: ReadonlySet<number> = new Set([21928, 20057, 6167, 22394, 10507, 26615, 55836, 45271, 12638, 39891]);
const MOBILE_ORG =
  /\b(mobile|mobil|wireless|cellular|cellco|mobility|gsm|lte|telefonica germany|t-mobile|jio|airtel)\b/i;

/** Clouds, server hosts, VPN carriers and mail-security vendors, by the numbers they announce. */
const HOSTING_ASNS: ReadonlySet<number> = new Set([
  16509, 14618, 8987, 15169, 396982, 19527, 8075, 8068, 8069, 31898, 45102, 37963, 132203, 45090, 14061, 62567, 63949,
  20473, 64515, 16276, 35540, 24940, 213230, 212317, 51167, 40021, 12876, 60781, 28753, 30633, 59253, 7203, 9009, 20278,
  212238, 60068, 202422, 199524, 8100, 46562, 36352, 53667, 54290, 55286, 46606, 26496, 22612, 47583, 8560, 197540,
  29802, 30083, 32475, 33070, 19994, 27357, 36351, 13213, 29838, 62240, 136787, 147049, 207137, 141039, 39351, 198093,
  201011, 25820, 62563, 395954, 46844, 22781, 19318, 23470, 40676, 18978, 21859, 49981, 56630, 61317, 34119, 22843,
  26211, 52129, 30031, 42427, 39588, 60492, 55076, 15324, 29968, 22616, 62044, 53813, 40384, 53334, 21409,
]);
const HOSTING_ORG =
  /\b(amazon|aws|google(?! fiber)|gcp|microsoft|azure|oracle|alibaba|tencent|digitalocean|linode|akamai|ovh|hetzner|vultr|choopa|leaseweb|contabo|scaleway|m247|datacamp|cdn77|hostinger|hostroyale|host\w*|servers?|vps|\w*vpn\w*|tefincom|packethub|mullvad|31173|proton|clouvider|quadranet|psychz|zenlayer|g-core|frantech|nforce|worldstream|serverius|ionos|strato|rackspace|constant company|surfshark|cyberghost|windscribe|colo(?:cation|crossing)?|data ?cent(?:er|re)s?|dedicated|cloud\w*|proxy|proofpoint|mimecast|barracuda|messagelabs|broadcom|symantec|zscaler|forcepoint|ironport|trend ?micro|fortinet|sophos|trellix|fireeye|avanan)\b/i;

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
  if (asn === null && organisation === null) return isHostingBlock(address) ? "hosting" : "unknown";
  const org = organisation ?? "";
  const has = (numbers: ReadonlySet<number>): boolean => asn !== null && numbers.has(asn);
  if (has(RELAY_ASNS) || RELAY_ORG.test(org)) return "relay";
  if (has(SATELLITE_ASNS) || SATELLITE_ORG.test(org)) return "satellite";
  if (has(HOSTING_ASNS) || HOSTING_ORG.test(org)) return "hosting";
  if (has(MOBILE_ASNS) || MOBILE_ORG.test(org)) return "mobile";
  return "access";
}

/** Whether the guest is, as a rule, where this provider's addresses are. */
export function isOwnLine(kind: ProviderKind): boolean {
  return kind === "access" || kind === "mobile" || kind === "unknown";
}
