import type { Context } from "hono";
import type { Place } from "../kernel/regions.ts";
import type { RequestFacts } from "../kernel/request-facts.ts";
import type { AppEnv } from "./app-env.ts";

export type { RequestFacts };

/** Longer header values are truncated: no browser sends them, and all are stored. */
const MAX_TEXT_LENGTH = 512;
/** Headers that tell a browser from a program, and the fingerprint keys they travel under. */
const SIGNAL_HEADERS = {
  accept_language: "accept-language",
  sec_ch_ua: "sec-ch-ua",
  sec_ch_ua_platform: "sec-ch-ua-platform",
  sec_fetch_mode: "sec-fetch-mode",
  sec_purpose: "sec-purpose",
  purpose: "purpose",
} as const;

/** The client's address: `CF-Connecting-IP`, which the platform sets; forwarded headers could be forged. */
export function clientAddress(c: Context<AppEnv>): string {
  return c.req.header("cf-connecting-ip") ?? "";
}

/** Reads the facts of one request. */
export function requestFacts(c: Context<AppEnv>): RequestFacts {
  const header = (name: string): string => (c.req.header(name) ?? "").slice(0, MAX_TEXT_LENGTH);
  const edge: Record<string, string> = {};
  for (const [key, name] of Object.entries(SIGNAL_HEADERS)) {
    const value = header(name);
    if (value !== "") edge[key] = value;
  }
  return {
    ipAddress: clientAddress(c),
    userAgent: header("user-agent"),
    referrer: withoutQuery(header("referer")),
    method: c.req.method,
    edge: { ...edge, ...edgePlace(c) },
  };
}

/** Removes query and fragment of a referrer, which can hold other sites' secrets. */
function withoutQuery(referrer: string): string {
  return referrer.replace(/[?#].*$/s, "");
}

/** Returns the platform's location of a request. */
export function requestPlace(c: Context<AppEnv>): Place {
  const { latitude, longitude, continent } = platformFacts(c);
  const at = [Number(latitude ?? Number.NaN), Number(longitude ?? Number.NaN)] as const;
  return { at: at.some(Number.isNaN) ? null : at, continent: continent ?? null };
}

/** Returns the platform's facts about the client. Only a request that came through the edge has a ray ID. */
function platformFacts(c: Context<AppEnv>): Partial<IncomingRequestCfProperties> {
  if (c.req.header("cf-ray") === undefined) return {};
  return (c.req.raw.cf as Partial<IncomingRequestCfProperties> | undefined) ?? {};
}

/** Location and network, as fingerprint entries. */
function edgePlace(c: Context<AppEnv>): Record<string, string> {
  const cf = platformFacts(c);
  const facts = {
    edge_country: cf.country,
    edge_city: cf.city,
    edge_lat: cf.latitude,
    edge_lon: cf.longitude,
    edge_asn: cf.asn?.toString(),
    edge_as_org: cf.asOrganization,
    edge_timezone: cf.timezone,
  };
  return Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
