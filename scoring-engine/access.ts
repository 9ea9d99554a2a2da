import { AUTOMATED_PURPOSES } from "../proto/fraud/automated-agents.ts";
import { type Device, readDevice } from "./device.ts";
import { type DeviceId, readDeviceId } from "./device-id.ts";
import type { GeoLookup } from "./geo/lookup.ts";
import { zoneFitsPlace } from "./geo/time-zone.ts";
import { type Address, parseAddress } from "./network.ts";
import { isOwnLine, type ProviderKind, providerKind } from "./provider.ts";

/**
 * Accuracy radii in kilometres, subtracted from distances. City databases are usually wrong by 20–100 km, and by hundreds
 * for mobile carriers, whose traffic exits at a hub; a position without a city is that of a region.
 */
const RADIUS_KM = { city: 50, carrier: 200, region: 300 } as const;

/** Time after sending in which mail gateways open links, seconds. They do within a minute; people take longer. */
export const DELIVERY_WINDOW_S = 120;

/** Codes of the edge for an unknown country and for Tor. */
const NO_COUNTRY: ReadonlySet<string> = new Set(["XX", "T1", ""]);

/** Autonomous system numbers have 32 bits (RFC 6793). */
const MAX_ASN = 2 ** 32;

/** A form (`rsvp` or `edit`) is never automated. */
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
  /** Accuracy of the position, kilometres. */
  readonly radius: number;
  readonly city: string;
  readonly country: string;
}

/** Presence of headers that browsers send. */
export interface Headers {
  readonly language: boolean;
  readonly fetchMetadata: boolean;
  readonly clientHints: boolean;
  /** Operating system in the client hint, lower case; null when absent. */
  readonly hintedPlatform: string | null;
  /** Whether the fingerprint has any header at all. */
  readonly any: boolean;
}

/** One access to a guest's link, parsed, before it is compared with the history. */
export interface Access {
  readonly eventId: string;
  readonly guestId: string;
  readonly tokenId: string;
  readonly accessLogId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: AccessKind;
  readonly method: string;
  readonly prefetch: boolean;
  /** Seconds since the invitation mail was sent; null when unknown. */
  readonly sentSecondsAgo: number | null;
  readonly userAgent: string;
  readonly referrer: string;
  readonly headers: Headers;
  readonly device: Device;
  /** Null if the client sent none, which scores 0. */
  readonly deviceId: DeviceId | null;
  readonly network: Network;
  readonly place: Place | null;
  /** False when the device's time zone differs from that of the network's place; null when not comparable. */
  readonly zoneFits: boolean | null;
}

/** The fields that `AccessAttempted` and `ScoreRequest` share. */
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
  // `Number` makes 0 of white space.
  if (number === 0 && value.trim() === "") return null;
  return number >= low && number <= high ? number : null;
}

/** Parses `3320` and `AS3320`. */
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
  return AUTOMATED_PURPOSES.test(`${sec_purpose} ${purpose}`);
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

/** The edge's position takes precedence over the city database. */
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
 * Parses an access. Pure except for the city lookup.
 * @param atMs time of the access; `nowMs` is used for the age of cached lookups only
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
    deviceId: readDeviceId(fingerprint),
    network,
    place,
    zoneFits: zoneFitsPlace(device.zone, fingerprint.edge_timezone?.trim() || null, network.country, atMs),
  };
}

/**
 * Whether a baseline may learn `access.place`: it is not the exit of a VPN, relay, host or satellite, and the device's clock
 * does not contradict it.
 */
export function isTrustedFix(access: Access): boolean {
  return access.place !== null && isOwnLine(access.network.kind) && access.zoneFits !== false;
}
