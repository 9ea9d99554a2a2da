/**
 * Operators by kind: autonomous systems, and names under which their networks are registered. The engine applies the
 * names to the organisation that the edge reports, `npm run generate:networks` to the list of all autonomous systems.
 */

/** Egress partners of Apple's Private Relay and Cloudflare WARP: ordinary people, far from the position of the address. */
export const RELAY_ASNS: ReadonlySet<number> = new Set([13335, 36183, 54113, 209242, 132892]);
export const RELAY_NAME = /\b(private relay|cloudflare|fastly|warp)\b/i;

/** Satellite internet exits at a ground station, possibly in another country. */
export const SATELLITE_ASNS: ReadonlySet<number> = new Set([14593, 45700, 7155, 22351, 40306, 64294]);
export const SATELLITE_NAME =
  /\b(starlink|spacex|viasat|inmarsat|intelsat|hughes|gogo|panasonic avionics|satellite)\b/i;

export const MOBILE_ASNS: ReadonlySet<number> = new Set([
  21928, 20057, 6167, 22394, 10507, 26615, 55836, 45271, 12638, 39891,
]);
export const MOBILE_NAME =
  /\b(mobile|mobil|wireless|cellular|cellco|mobility|gsm|lte|telefonica germany|t-mobile|jio|airtel)\b/i;

const CLOUDS = [
  "amazon|aws|google(?! fiber)|gcp|microsoft|azure|oracle|alibaba|tencent|akamai|ibm cloud|cloud\\w*",
  "digitalocean|linode|ovh|hetzner|vultr|choopa|constant company|leaseweb|contabo|scaleway|rackspace",
] as const;
const SERVER_HOSTS = [
  "host\\w*|servers?|vps|colo(?:cation|crossing)?|data ?cent(?:er|re)s?|dedicated|datacamp|cdn77|g-core|zenlayer",
  "hostinger|hostroyale|clouvider|quadranet|psychz|frantech|nforce|worldstream|serverius|ionos|strato|netcup|ikoula",
  "nexeon|performive|b2 net solutions|unified layer|godaddy|namecheap|hivelocity|velia\\.net|internap|uk-2|interserver",
  "atlantic metro|core-backbone|it7 networks|globaltelehost|sharktech|strong technology|reliablesite|enzu",
  "melbikomas|wildcard uk|total uptime",
] as const;
const VPN_OPERATORS = [
  "\\w*vpn\\w*|proxy|m247|tefincom|packethub|mullvad|31173|proton|surfshark|cyberghost|windscribe",
  "foreningen for digitala fri- och rattigheter",
] as const;
const MAIL_SECURITY = [
  "proofpoint|mimecast|barracuda|messagelabs|broadcom|symantec|zscaler|forcepoint|ironport|trend ?micro|fortinet",
  "sophos|trellix|fireeye|avanan",
] as const;

/** Clouds, server hosts, VPN operators and mail-security vendors. */
export const HOSTING_NAME = new RegExp(
  `\\b(${[...CLOUDS, ...SERVER_HOSTS, ...VPN_OPERATORS, ...MAIL_SECURITY].join("|")})\\b`,
  "i",
);
