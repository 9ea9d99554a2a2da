import { type Device, readDevice } from "./device.ts";
import type { GeoLookup } from "./geo/lookup.ts";
import { zoneFitsPlace } from "./geo/time-zone.ts";
import { type Address, parseAddress } from "./network.ts";
import { isOwnLine, type ProviderKind, providerKind } from "./provider.ts";

/**
 * City databases are wrong by 20–100 km as a rule and by hundreds for carriers, whose traffic surfaces at a hub; a
 * position without a city is a guess at the region. Kilometres, taken off each end of a journey.
 */
const RADIUS_KM = { city: 50, carrier: 200, region: 300 } as const;

/** A mail gateway opens links while it delivers, in practice within a minute; people take longer. Seconds. */
export const DELIVERY_WINDOW_S = 120;

/** Codes that stand for no country in the edge's answer: unknown, and Tor. */
const NO_COUNTRY: ReadonlySet<string> = new Set(["XX", "T1", ""]);

/** Numbers of autonomous systems have 32 bits (RFC 6793). */
const MAX_ASN = 2 ** 32;

/** What the guest was doing; a form (RSVP or edit) is always a person's. */
export type AccessKind = "access" | "rsvp" | "edit";

export interface Network {
  readonly address: Address;
  readonly asn: number | null;
  readonly kind: ProviderKind;
  /** ISO 3166-1 alpha-2, null when unknown. */
  readonly country: string | null;
}

export interface Place {
  readonly lat: number;
  readonly lon: number;
  /** How far off the position may be, kilometres. */
  readonly radius: number;
  readonly city: string;
  readonly country: string;
}

/** Which of the headers that every browser sends were there. */
export interface Headers {
  readonly language: boolean;
  readonly fetchMetadata: boolean;
  readonly clientHints: boolean;
  /** Operating system by client hint, lower case; null when not told. */
  readonly hintedPlatform: string | null;
  /** Whether anything about headers was passed on at all. */
  readonly any: boolean;
}

/** One visit to one guest's invitation, as far as it is known before anything is compared. */
export interface Access {
  readonly eventId: string;
  readonly guestId: string;
  readonly tokenId: string;
  readonly accessLogId: string;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  readonly kind: AccessKind;
  readonly method: string;
  readonly prefetch: boolean;
  /** Since the invitation mail was handed over, seconds; null when not told. */
  readonly sentSecondsAgo: number | null;
  readonly userAgent: string;
  readonly referrer: string;
  readonly headers: Headers;
  readonly device: Device;
  readonly network: Network;
  readonly place: Place | null;
  /** False when the device shows a time zone that the network's place does not have; null when not comparable. */
  readonly zoneFits: boolean | null;
}

/** The wire's part of an access; `AccessAttempted` and `ScoreRequest` both have it. */
export interface AccessMessage {
  readonly eventId: string;
  readonly guestId: string;
  readonly tokenId: string;
  readonly accessLogId: string;
  readonly fingerprint: Readonly<Record<string, string>>;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly referrer: string;
}

type Fingerprint = AccessMessage["fingerprint"];

function numberIn(value: string | undefined, low: number, high: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  // A text of nothing but space would be a 0, too.
  if (number === 0 && value.trim() === "") return null;
  return number >= low && number <= high ? number : null;
}

/** With and without the letters before it: `AS3320`. */
function asnOf(value: string | undefined): number | null {
  return numberIn(value, 1, MAX_ASN) ?? numberIn(value?.replace(/^AS/i, ""), 1, MAX_ASN);
}

function countryOf(code: string | null): string | null {
  return code !== null && /^[A-Z][A-Z0-9]$/.test(code) && !NO_COUNTRY.has(code) ? code : null;
}

function kindOf(fingerprint: Fingerprint): AccessKind {
  const kind = fingerprint.edge_kind;
  return kind === "rsvp" || kind === "edit" ? kind : "access";
}

function isPrefetch({ sec_purpose = "", purpose = "" }: Fingerprint): boolean {
  if (sec_purpose === "" && purpose === "") return false;
  return /prefetch|prerender|preview/i.test(`${sec_purpose} ${purpose}`);
}

function isPresent(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== "";
}

function headersOf(fingerprint: Fingerprint): Headers {
  const acceptLanguage = isPresent(fingerprint.accept_language);
  const fetchMetadata =
    isPresent(fingerprint.sec_fetch_mode) ||
    isPresent(fingerprint.sec_fetch_site) ||
    isPresent(fingerprint.sec_fetch_dest);
  const clientHints = isPresent(fingerprint.sec_ch_ua) || isPresent(fingerprint.sec_ch_ua_platform);
  const hinted = fingerprint.sec_ch_ua_platform?.replaceAll('"', "").trim().toLowerCase();
  return {
    language: acceptLanguage || isPresent(fingerprint.language) || isPresent(fingerprint.languages),
    fetchMetadata,
    clientHints,
    hintedPlatform: hinted ? hinted : null,
    any: acceptLanguage || fetchMetadata || clientHints,
  };
}

/** The edge sees the connection itself, so where it knows the place it wins over the database. */
function placeOf(fingerprint: Fingerprint, network: Network, lookup: GeoLookup, nowMs: number): Place | null {
  const carrier = network.kind === "mobile" ? RADIUS_KM.carrier : RADIUS_KM.city;
  const lat = numberIn(fingerprint.edge_lat, -90, 90);
  const lon = numberIn(fingerprint.edge_lon, -180, 180);
  if (lat !== null && lon !== null) {
    const city = fingerprint.edge_city?.trim() ?? "";
    return { lat, lon, city, country: network.country ?? "", radius: city === "" ? RADIUS_KM.region : carrier };
  }
  const found = lookup(network.address, nowMs);
  if (found === null) return null;
  return { lat: found.lat, lon: found.lon, city: found.city, country: found.country, radius: carrier };
}

/**
 * Makes an access out of what the wire carries. Pure but for the city lookup.
 * @param atMs when the access happened; `nowMs` is only the age of the lookup's cache
 */
export function readAccess(message: AccessMessage, atMs: number, nowMs: number, lookup: GeoLookup): Access {
  const { fingerprint } = message;
  const address = parseAddress(message.ipAddress);
  const asn = asnOf(fingerprint.edge_asn);
  const organisation = fingerprint.edge_as_org?.trim() || null;
  const edgeCountry = fingerprint.edge_country?.trim().toUpperCase() ?? null;
  const kind = providerKind(address, asn, organisation, edgeCountry);
  const edge: Network = { address, asn, kind, country: countryOf(edgeCountry) };
  const place = placeOf(fingerprint, edge, lookup, nowMs);
  const network = edge.country === null && place?.country ? { ...edge, country: place.country } : edge;
  const device = readDevice(message.userAgent, fingerprint);
  return {
    eventId: message.eventId,
    guestId: message.guestId,
    tokenId: message.tokenId,
    accessLogId: message.accessLogId,
    at: atMs,
    kind: kindOf(fingerprint),
    method: fingerprint.edge_method?.trim().toUpperCase() ?? "GET",
    prefetch: isPrefetch(fingerprint),
    sentSecondsAgo: numberIn(fingerprint.sent_seconds_ago, 0, 10 ** 9),
    userAgent: message.userAgent,
    referrer: message.referrer,
    headers: headersOf(fingerprint),
    device,
    network,
    place,
    zoneFits: zoneFitsPlace(device.zone, fingerprint.edge_timezone?.trim() || null, network.country, atMs),
  };
}

/** Whether the guest can be taken to have been at `access.place`: not the exit of a VPN, relay, host or ground station. */
export function isTrustedFix(access: Access): boolean {
  return access.place !== null && isOwnLine(access.network.kind) && access.zoneFits !== false;
}
