import { type Access, readAccess } from "../../../scoring-engine/access.ts";
import { recordOf } from "../../../scoring-engine/baseline/access-record.ts";
import { type EventPrior, NO_PRIOR } from "../../../scoring-engine/baseline/event-prior.ts";
import { type GuestBaseline, NO_HISTORY } from "../../../scoring-engine/baseline/guest-baseline.ts";
import { observe } from "../../../scoring-engine/baseline/observe.ts";
import { trustGain } from "../../../scoring-engine/baseline/trust-gain.ts";
import { type Facts, gatherFacts } from "../../../scoring-engine/facts.ts";
import { assess } from "../../../scoring-engine/score.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** An ordinary Tuesday, 10:00 UTC. */
export const START = Date.UTC(2026, 5, 2, 10);

export const AGENTS = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  iphoneMail:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  android:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36",
  windowsNext:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
  windowsFirefox: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:139.0) Gecko/20100101 Firefox/139.0",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
} as const;

type Fingerprint = Readonly<Record<string, string>>;

const APPLE_HEADERS: Fingerprint = { accept_language: "de-DE,de;q=0.9", sec_fetch_mode: "navigate" };

/** Fingerprints of real browsers. */
export const BROWSERS: Readonly<Record<keyof typeof AGENTS, Fingerprint>> = {
  iphone: { ...APPLE_HEADERS, platform: "iPhone", screen: "390x844", hardware_concurrency: "4", touch: "true" },
  iphoneMail: { ...APPLE_HEADERS, platform: "iPhone", screen: "390x844", hardware_concurrency: "4", touch: "true" },
  android: {
    accept_language: "de-DE,de;q=0.9",
    sec_fetch_mode: "navigate",
    sec_ch_ua: '"Chromium";v="137"',
    sec_ch_ua_platform: '"Android"',
    platform: "Linux armv81",
    screen: "412x915",
    hardware_concurrency: "8",
    touch: "true",
  },
  windows: {
    accept_language: "de-DE,de;q=0.9",
    sec_fetch_mode: "navigate",
    sec_ch_ua: '"Chromium";v="137"',
    sec_ch_ua_platform: '"Windows"',
    platform: "Win32",
    screen: "1920x1080",
    hardware_concurrency: "16",
    touch: "false",
  },
  windowsNext: {
    accept_language: "de-DE,de;q=0.9",
    sec_fetch_mode: "navigate",
    sec_ch_ua: '"Chromium";v="138"',
    sec_ch_ua_platform: '"Windows"',
    platform: "Win32",
    screen: "1920x1080",
    hardware_concurrency: "16",
    touch: "false",
  },
  windowsFirefox: {
    accept_language: "de-DE,de;q=0.9",
    sec_fetch_mode: "navigate",
    platform: "Win32",
    screen: "1920x1080",
    hardware_concurrency: "16",
    touch: "false",
  },
  mac: { ...APPLE_HEADERS, platform: "MacIntel", screen: "1512x982", hardware_concurrency: "8", touch: "false" },
};

function edge(country: string, city: string, lat: number, lon: number, zone: string, asn: number, org: string) {
  return {
    edge_country: country,
    edge_city: city,
    edge_lat: String(lat),
    edge_lon: String(lon),
    edge_timezone: zone,
    edge_asn: String(asn),
    edge_as_org: org,
  };
}

/** Networks as the edge reports them. */
export const PLACES = {
  berlinHome: {
    ip: "84.132.10.20",
    ...edge("DE", "Berlin", 52.52, 13.4, "Europe/Berlin", 3320, "Deutsche Telekom AG"),
  },
  berlinCafe: { ip: "95.90.1.2", ...edge("DE", "Berlin", 52.5, 13.35, "Europe/Berlin", 31334, "Vodafone Kabel") },
  berlinMobile: { ip: "109.40.1.2", ...edge("DE", "Berlin", 52.52, 13.4, "Europe/Berlin", 3209, "Vodafone Mobile") },
  munich: { ip: "91.10.3.4", ...edge("DE", "Munich", 48.137, 11.575, "Europe/Berlin", 8881, "1&1 Versatel") },
  hamburg: { ip: "93.200.3.4", ...edge("DE", "Hamburg", 53.55, 9.99, "Europe/Berlin", 6805, "Telefonica DSL") },
  madrid: { ip: "88.6.3.4", ...edge("ES", "Madrid", 40.417, -3.704, "Europe/Madrid", 3352, "Telefonica de Espana") },
  newYork: { ip: "72.229.1.2", ...edge("US", "New York", 40.713, -74.006, "America/New_York", 12271, "Charter") },
  london: { ip: "81.2.69.142", ...edge("GB", "London", 51.507, -0.128, "Europe/London", 2856, "British Telecom") },
  tokyo: { ip: "126.8.1.2", ...edge("JP", "Tokyo", 35.69, 139.692, "Asia/Tokyo", 17676, "Softbank BB") },
  lagos: { ip: "105.112.1.2", ...edge("NG", "Lagos", 6.524, 3.379, "Africa/Lagos", 36873, "Celtel Nigeria") },
  hosting: { ip: "185.107.1.2", ...edge("DE", "Frankfurt", 50.11, 8.68, "Europe/Berlin", 9009, "M247 Europe SRL") },
  relay: { ip: "172.226.1.2", ...edge("DE", "Munich", 48.137, 11.575, "Europe/Berlin", 36183, "Akamai") },
  satellite: {
    ip: "98.97.1.2",
    ...edge("DE", "Frankfurt", 50.11, 8.68, "Europe/Berlin", 14593, "Starlink"),
  },
  tor: { ip: "185.220.101.5", edge_country: "T1" },
  unknown: { ip: "" },
} as const;

export interface Visit {
  readonly agent?: keyof typeof AGENTS;
  readonly place?: keyof typeof PLACES;
  /** Milliseconds after START. */
  readonly after?: number;
  readonly guest?: string;
  readonly token?: string;
  readonly log?: string;
  readonly userAgent?: string;
  readonly ip?: string;
  readonly referrer?: string;
  readonly fingerprint?: Fingerprint;
  /** Only the entries of `fingerprint`. */
  readonly bare?: boolean;
}

let counter = 0;

/** Returns the message of a visit: an iPhone at home in Berlin by default. */
export function messageOf(visit: Visit = {}) {
  const { ip, ...network } = PLACES[visit.place ?? "berlinHome"];
  const agent = visit.agent ?? "iphone";
  counter += 1;
  const browser: Fingerprint = { ...BROWSERS[agent], timezone: "Europe/Berlin" };
  return {
    eventId: "event",
    guestId: visit.guest ?? "guest",
    tokenId: visit.token ?? "token",
    accessLogId: visit.log ?? `log-${counter}`,
    ipAddress: visit.ip ?? ip,
    userAgent: visit.userAgent ?? AGENTS[agent],
    referrer: visit.referrer ?? "",
    fingerprint: { ...(visit.bare ? {} : { ...browser, ...network }), ...visit.fingerprint } as Record<string, string>,
  };
}

/** Returns the parsed access of a visit, without the city database. */
export function accessOf(visit: Visit = {}): Access {
  const at = START + (visit.after ?? 0);
  return readAccess(messageOf(visit), at, at, () => null);
}

/** Returns the baseline after a sequence of visits. */
export function baselineAfter(visits: readonly Visit[]): GuestBaseline {
  return visits.reduce((baseline, visit) => {
    const access = accessOf(visit);
    const assessment = assess(gatherFacts(access, baseline, NO_PRIOR));
    const gain = trustGain(baseline, access, assessment);
    return observe(baseline, access, assessment, gain, recordOf(access, assessment, gain, access.at)).baseline;
  }, NO_HISTORY);
}

/** Returns the facts of one visit after others. */
export function factsOf(visit: Visit, before: readonly Visit[] = [], prior: EventPrior = NO_PRIOR): Facts {
  return gatherFacts(accessOf(visit), baselineAfter(before), prior);
}
