import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Longer header values are cut: no browser sends them, and every one of them is stored. */
const MAX_TEXT_LENGTH = 512;
/** Headers that tell a browser from a program, and the fingerprint keys they travel under. */
const SIGNAL_HEADERS = {
  accept_language: "accept-language",
  sec_ch_ua: "sec-ch-ua",
  sec_ch_ua_platform: "sec-ch-ua-platform",
  sec_fetch_mode: "sec-fetch-mode",
  sec_purpose: "sec-purpose",
} as const;

/** What a request says about who sent it. Absent facts are empty strings, as on the scoring wire. */
export interface RequestFacts {
  ipAddress: string;
  userAgent: string;
  referrer: string;
  method: string;
  /** Facts for the fingerprint that no client can write: headers, and what the edge itself knows. */
  edge: Record<string, string>;
}

/** The client's address: `CF-Connecting-IP`, which the platform sets, and nothing that a client could add. */
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

/** A referrer's query and fragment can hold other people's secrets; its origin and path are what a host reads. */
function withoutQuery(referrer: string): string {
  return referrer.replace(/[?#].*$/s, "");
}

/** Where the platform says that the request came from. Only what came through the edge carries a ray. */
function edgePlace(c: Context<AppEnv>): Record<string, string> {
  if (c.req.header("cf-ray") === undefined) return {};
  const cf = c.req.raw.cf as Partial<IncomingRequestCfProperties> | undefined;
  if (cf === undefined) return {};
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
