import { isHostingAddress, isHostingAsn } from "./hosting-networks.ts";
import { memoize } from "./memoize.ts";
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

/** The patterns are long, and a few providers have most guests. */
const MAX_CACHED_NAMES = 2_000;
const MAX_CACHED_CHARS = 128;
const NAME_PATTERNS = [
  ["relay", RELAY_NAME],
  ["satellite", SATELLITE_NAME],
  ["hosting", HOSTING_NAME],
  ["mobile", MOBILE_NAME],
] as const;

/** The kinds that the name of an organisation suggests. */
const kindsByName = memoize(
  MAX_CACHED_NAMES,
  MAX_CACHED_CHARS,
  (name): ReadonlySet<ProviderKind> =>
    new Set(NAME_PATTERNS.filter(([, pattern]) => pattern.test(name)).map(([kind]) => kind)),
);

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
  const byName = kindsByName(organisation ?? "");
  const has = (numbers: ReadonlySet<number>): boolean => asn !== null && numbers.has(asn);
  if (has(RELAY_ASNS) || byName.has("relay")) return "relay";
  if (has(SATELLITE_ASNS) || byName.has("satellite")) return "satellite";
  if ((asn !== null && isHostingAsn(asn)) || byName.has("hosting")) return "hosting";
  if (has(MOBILE_ASNS) || byName.has("mobile")) return "mobile";
  return "access";
}

/** Whether a guest usually is at the position of the provider's addresses. */
export function isOwnLine(kind: ProviderKind): boolean {
  return kind === "access" || kind === "mobile" || kind === "unknown";
}
