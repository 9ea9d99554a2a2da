import type { Place } from "../access.ts";
import type { PlaceRecord } from "../baseline/guest-baseline.ts";
import { type Facts, SHARED_BY_GUESTS } from "../facts.ts";
import { certainDistanceKm, distanceKm } from "../geo/distance.ts";
import { isOwnLine } from "../provider.ts";
import { ramp } from "../ramp.ts";
import { defineSignal, QUIET, rounded } from "./define-signal.ts";

/** The specification's rule: certainly farther than this within an hour is strong (70 or more), within six hours softer. */
const FAR_KM = 500;
const STRONG_HOURS = 1;
const SOFT_HOURS = 6;
/** Ground speed of an airliner at most (Panther's and Elastic's limits are 900 and 800). */
const AEROPLANE_KMH = 900;
/** Below this distance the errors of a city database look like journeys (BuffaLogs' limit is 100). */
const NEAR_KM = 100;
/** Lower bound of the time between two accesses: a shorter one would only inflate the speed. */
const MIN_HOURS = 1 / 60;
/** The time zone of the guest's own device contradicts the place: the address is probably a VPN's exit. */
const TUNNEL_FACTOR = 0.45;
/** Networks of the guest or shared by the event's guests: jumps between them are errors of the city database. */
const KNOWN_NETWORK_FACTOR = 0.4;
const SHARED_NETWORK_FACTOR = 0.5;
/** Remains of a journey by the browser that has the guest's id: it flew, or switched a VPN on. */
const OWN_ID_FACTOR = 0.15;
const HOUR_MS = 3_600_000;

interface Journey {
  readonly from: Place;
  /** Distance minus both accuracy radii. */
  readonly km: number;
  readonly hours: number;
  readonly kmh: number;
  readonly score: number;
}

/** Score of one journey; `km` is the distance minus both accuracy radii. */
function grade(km: number, hours: number): number {
  const kmh = km / Math.max(hours, MIN_HOURS);
  if (km <= NEAR_KM) return 0;
  const impossible = ramp(Math.log2(kmh / AEROPLANE_KMH), [
    [0, 76],
    [3, 92],
    [6, 98],
  ]);
  if (km > FAR_KM && hours <= STRONG_HOURS) {
    return kmh > AEROPLANE_KMH
      ? Math.max(80, impossible)
      : ramp(kmh, [
          [FAR_KM, 71],
          [AEROPLANE_KMH, 79],
        ]);
  }
  if (km > FAR_KM && kmh > AEROPLANE_KMH) return impossible;
  if (km > FAR_KM && hours <= SOFT_HOURS)
    return ramp(kmh, [
      [80, 22],
      [300, 38],
      [AEROPLANE_KMH, 64],
    ]);
  // Nobody drives 250 km/h, but the city database easily places a carrier's hub in another city.
  if (km <= FAR_KM)
    return ramp(kmh, [
      [150, 0],
      [400, 24],
      [AEROPLANE_KMH, 40],
      [4 * AEROPLANE_KMH, 58],
    ]);
  return ramp(kmh, [
    [500, 0],
    [AEROPLANE_KMH, 28],
  ]);
}

function journeyBetween(here: Place, at: number, from: PlaceRecord): Journey {
  const gapMs = at < from.from ? from.from - at : Math.max(0, at - from.to);
  const hours = gapMs / HOUR_MS;
  const km = certainDistanceKm(here, here.radius, from, from.radius);
  return { from, km, hours, kmh: km / Math.max(hours, MIN_HOURS), score: grade(km, hours) };
}

/** The higher-scored of the journeys from the stay before and to the stay after, as messages may arrive late. */
function worstJourney(here: Place, at: number, places: readonly PlaceRecord[]): Journey | null {
  let before: PlaceRecord | undefined;
  let after: PlaceRecord | undefined;
  for (const place of places) {
    if (place.from <= at) before = place;
    else after ??= place;
  }
  const to = before === undefined ? null : journeyBetween(here, at, before);
  const on = after === undefined ? null : journeyBetween(here, at, after);
  if (to === null || on === null) return to ?? on;
  return on.score > to.score ? on : to;
}

function networkFactor(facts: Facts): number {
  const shared = facts.sharedBy >= SHARED_BY_GUESTS ? SHARED_NETWORK_FACTOR : 1;
  return shared * (1 - (1 - KNOWN_NETWORK_FACTOR) * facts.networkTrust);
}

/**
 * Could the guest have travelled here since the last known place? The accuracy radii of both places are subtracted from
 * the distance first, because within them an address may be anywhere: what is left is certain, and distance, speed and
 * the limit of 500 km are judged by that. Positions of VPNs, relays, hosts, Tor and satellites are not places. 0 without
 * two places.
 */
export const geoJump = defineSignal({
  name: "geo_jump",
  family: "network",
  evaluate(facts) {
    const { access, baseline } = facts;
    const { place } = access;
    if (place === null || !isOwnLine(access.network.kind)) return QUIET;
    const worst = worstJourney(place, access.at, baseline.places);
    if (worst === null) return QUIET;
    const isTunnel = access.zoneFits === false && facts.ownDevice;
    const byId = 1 - (1 - OWN_ID_FACTOR) * facts.deviceId.own;
    const factor = (isTunnel ? TUNNEL_FACTOR : 1) * networkFactor(facts) * byId;
    return {
      score: worst.score * factor,
      evidence: () => ({
        km: Math.round(distanceKm(place, worst.from)),
        subtracted_km: worst.from.radius + place.radius,
        certain_km: Math.round(worst.km),
        minutes: Math.round(worst.hours * 60),
        km_per_hour: Math.round(worst.kmh),
        radius_from_km: worst.from.radius,
        radius_to_km: place.radius,
        from: `${worst.from.city || "?"}, ${worst.from.country || "?"}`,
        to: `${place.city || "?"}, ${place.country || "?"}`,
        hours: rounded(worst.hours),
        tunnel: isTunnel,
      }),
    };
  },
});
