import type { Place } from "../access.ts";
import type { PlaceRecord } from "../baseline/guest-baseline.ts";
import { awayFactor, type Facts, SHARED_BY_GUESTS } from "../facts.ts";
import { distanceKm } from "../geo/distance.ts";
import { isOwnLine } from "../provider.ts";
import { ramp } from "../ramp.ts";
import { defineSignal, QUIET, rounded } from "./define-signal.ts";

/** The specification's rule: more than 500 km within an hour is strong (70 or more), within six hours softer. */
const FAR_KM = 500;
const HOUR_MS = 3_600_000;
const STRONG_MS = HOUR_MS;
const SOFT_MS = 6 * HOUR_MS;
/** Ground speed of an airliner at most (Panther's and Elastic's limits are 900 and 800). */
const AEROPLANE_KMH = 900;
/** Lower bound of the time between two accesses: a shorter one would only inflate the speed. */
const MIN_HOURS = 1 / 60;
/** Score of a strong jump by the doublings of an airliner's speed. */
const STRONG_SCORES = [
  [-1, 70],
  [0, 80],
  [3, 92],
  [6, 98],
] as const;
/** Score of a soft jump by km/h. */
const SOFT_SCORES = [
  [80, 30],
  [300, 40],
  [AEROPLANE_KMH, 64],
  [2 * AEROPLANE_KMH, 69],
] as const;
/** Networks of the guest or shared by the event's guests: jumps between them are errors of the city database. */
const KNOWN_NETWORK_FACTOR = 0.4;
const SHARED_NETWORK_FACTOR = 0.5;
/** Remains of a journey by the browser that has the guest's ID: it flew, or switched a VPN on. */
const OWN_ID_FACTOR = 0.15;

/** A journey of more than `FAR_KM` within `SOFT_MS` between an access and a stay of the guest. */
interface Jump {
  readonly score: number;
  readonly from: Place;
  /** Great-circle distance. */
  readonly km: number;
  readonly ms: number;
  readonly kmh: number;
  /** Soft only because one of the places has no city. */
  readonly isSoftened: boolean;
}

function jumpBetween(here: Place, at: number, from: PlaceRecord): Jump | null {
  const km = distanceKm(here, from);
  const ms = at < from.from ? from.from - at : Math.max(0, at - from.to);
  if (km <= FAR_KM || ms > SOFT_MS) return null;
  const kmh = km / Math.max(ms / HOUR_MS, MIN_HOURS);
  const isStrong = ms <= STRONG_MS;
  const isSoftened = isStrong && (here.city === "" || from.city === "");
  const score = isStrong && !isSoftened ? ramp(Math.log2(kmh / AEROPLANE_KMH), STRONG_SCORES) : ramp(kmh, SOFT_SCORES);
  return { score, from, km, ms, kmh, isSoftened };
}

/** The higher of the jumps from the stay before and to the stay after, as messages may arrive late. */
function worstJump(here: Place, at: number, places: readonly PlaceRecord[]): Jump | null {
  let before: PlaceRecord | undefined;
  let after: PlaceRecord | undefined;
  for (const place of places) {
    if (place.from <= at) before = place;
    else after ??= place;
  }
  const arrival = before === undefined ? null : jumpBetween(here, at, before);
  const departure = after === undefined ? null : jumpBetween(here, at, after);
  if (arrival === null || departure === null) return arrival ?? departure;
  return departure.score > arrival.score ? departure : arrival;
}

/**
 * Returns how much of the sub-score the combiner counts, 0–1. Within a country the guest's own device counts less: the
 * traffic of mobile networks exits at hubs.
 */
function weightOf(facts: Facts, isAbroad: boolean): number {
  const { sharedBy, networkTrust, deviceId } = facts;
  const device = isAbroad ? 1 : awayFactor(facts);
  const shared = sharedBy >= SHARED_BY_GUESTS ? SHARED_NETWORK_FACTOR : 1;
  const known = 1 - (1 - KNOWN_NETWORK_FACTOR) * networkTrust;
  return device * shared * known * (1 - (1 - OWN_ID_FACTOR) * deviceId.own);
}

/**
 * Scores the distance between the guest's last known place and this one, as the specification says: more than 500 km within
 * an hour is 70 or more, within six hours 30 to 69, and anything else 0. Only distance and time decide: accuracy radii and
 * the device's clock are evidence, and what is known of network and device is a weight for the combiner. A position without
 * a city is that of a region, so that a jump to or from it is soft. Positions of VPNs, relays, hosts, Tor and satellites are
 * not places. 0 without two places.
 */
export const geoJump = defineSignal({
  name: "geo_jump",
  family: "network",
  evaluate(facts) {
    const { access, baseline } = facts;
    const { place } = access;
    if (place === null || !isOwnLine(access.network.kind)) return QUIET;
    const worst = worstJump(place, access.at, baseline.places);
    if (worst === null) return QUIET;
    const { score, from, km, ms, kmh, isSoftened } = worst;
    const weight = weightOf(facts, from.country !== place.country);
    return {
      score,
      weight,
      evidence: () => ({
        km: Math.round(km),
        minutes: Math.round(ms / 60_000),
        km_per_hour: Math.round(kmh),
        radius_from_km: from.radius,
        radius_to_km: place.radius,
        from: `${from.city || "?"}, ${from.country || "?"}`,
        to: `${place.city || "?"}, ${place.country || "?"}`,
        hours: rounded(ms / HOUR_MS),
        softened_by: isSoftened ? "no_city" : null,
        tunnel: access.zoneFits === false && facts.ownDevice,
        weight: rounded(weight),
      }),
    };
  },
});
