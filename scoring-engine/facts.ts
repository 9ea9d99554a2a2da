import type { Access } from "./access.ts";
import { countOtherGuests, type EventPrior, guestHash } from "./baseline/event-prior.ts";
import {
  type DeviceRecord,
  type GuestBaseline,
  hasHistory,
  type NetworkRecord,
  OWN_TRUST,
} from "./baseline/guest-baseline.ts";
import { deviceDistance, UNPROVEN_DISTANCE } from "./device-distance.ts";
import { type DeviceIdFacts, deviceIdFacts } from "./device-id-facts.ts";
import { certainDistanceKm } from "./geo/distance.ts";
import { isOwnLine } from "./provider.ts";
import { ramp } from "./ramp.ts";
import type { UserAgent } from "./user-agent.ts";

/** A device within this distance of one of the guest's own counts as the same one, after an update or inside an app. */
export const OWN_DEVICE_DISTANCE = 20;
/** Number of other guests from which on a network counts as shared: an office, the venue, a carrier's gateway. */
export const SHARED_BY_GUESTS = 3;

/** Devices change networks all day, so that a new network on the same device means little. */
const OWN_DEVICE_FACTOR = 0.5;
/** Device distances from which on that factor does not apply, and up to which it applies fully. */
const OTHER_DEVICE_DISTANCE = 45;
const SAME_DEVICE_DISTANCE = 5;

/** From this certainty on, the device ID alone decides whether a device is the guest's own. */
const CERTAIN_ID = 0.5;

/** Certain distance to the guest's known places from which on an access is from far away, kilometres. */
const FAR_KM = 500;

/** The input of all signals: one access and the history before it. */
export interface Facts {
  readonly access: Access;
  readonly baseline: GuestBaseline;
  readonly prior: EventPrior;
  readonly guestHash: number;
  /** False for the first human access to this guest's link. */
  readonly hasHistory: boolean;
  /** Distance to the guest's closest device, weighted by trust, 0–98; 0 without history. */
  readonly deviceDistance: number;
  readonly closestDevice: DeviceRecord | null;
  readonly deviceId: DeviceIdFacts;
  /** The access's device is one of the guest's own. */
  readonly ownDevice: boolean;
  /** `ownDevice`, and the hardware is equal as well. Another person's phone may have the same user agent. */
  readonly provenDevice: boolean;
  /** The access's network, if this link was used from it before. */
  readonly knownNetwork: NetworkRecord | null;
  readonly networkTrust: number;
  /** Number of other guests of the event on the same network. */
  readonly sharedBy: number;
}

interface Closest {
  readonly distance: number;
  readonly record: DeviceRecord | null;
}

/** A device that is not fully trusted lowers the distance in proportion to its trust. */
function closestDevice({ device, kind }: Access, records: readonly DeviceRecord[]): Closest {
  const trusted = records.filter((record) => record.trust > 0 && !record.flagged);
  if (trusted.length > 1) trusted.sort((a, b) => b.trust - a.trust);
  let best: Closest = { distance: Number.POSITIVE_INFINITY, record: null };
  for (const record of trusted) {
    const distance = deviceDistance(
      device,
      record.device,
      kind === "access" ? record.reportedHardware.access : record.reportedHardware.form,
    );
    const weighted = best.record === null ? distance : record.trust * distance + (1 - record.trust) * best.distance;
    if (weighted < best.distance) best = { distance: weighted, record };
  }
  if (best.record === null) return { distance: 0, record: null };
  // A difference from devices that are not fully trusted counts less.
  const maxTrust = trusted[0]?.trust ?? 0;
  return { distance: best.distance * maxTrust, record: best.record };
}

/** Compares an access with the history; pure. */
export function gatherFacts(access: Access, baseline: GuestBaseline, prior: EventPrior): Facts {
  const known = hasHistory(baseline);
  const closest = closestDevice(access, baseline.devices);
  const hash = guestHash(access.guestId);
  const { prefix } = access.network.address;
  const knownNetwork = baseline.networks.find((record) => record.prefix === prefix) ?? null;
  const deviceId = deviceIdFacts(access, baseline);
  // The ID outweighs the browser's traits: the browser may have been updated, and others have the same traits.
  const distance = closest.distance * (1 - deviceId.own);
  const mayBeOwn = known && deviceId.foreign < CERTAIN_ID;
  const isOwnById = known && deviceId.own >= CERTAIN_ID;
  return {
    access,
    baseline,
    prior,
    guestHash: hash,
    hasHistory: known,
    deviceDistance: distance,
    closestDevice: closest.record,
    deviceId,
    ownDevice: isOwnById || (mayBeOwn && distance <= OWN_DEVICE_DISTANCE),
    provenDevice: isOwnById || (mayBeOwn && distance < UNPROVEN_DISTANCE),
    knownNetwork,
    networkTrust: knownNetwork?.trust ?? 0,
    sharedBy: countOtherGuests(prior.network.guests, hash),
  };
}

/**
 * Returns how much a new network or place counts for this browser, 0.5–1: guests take their devices everywhere. 1 without
 * history, and for a browser with another device id.
 */
export function awayFactor({ hasHistory: isKnown, deviceDistance: distance, deviceId }: Facts): number {
  if (!isKnown) return 1;
  return ramp(Math.max(distance, OTHER_DEVICE_DISTANCE * deviceId.foreign), [
    [SAME_DEVICE_DISTANCE, OWN_DEVICE_FACTOR],
    [OTHER_DEVICE_DISTANCE, 1],
  ]);
}

/** Whether a record has enough trust to count as the guest's own. */
export function isOwn(record: { readonly trust: number }): boolean {
  return record.trust >= OWN_TRUST;
}

/** Certain distance to the nearest known place of the guest, kilometres; null when unknown. */
export function kmToKnownPlace({ access, baseline }: Facts): number | null {
  const { place: here } = access;
  if (here === null || baseline.places.length === 0) return null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const known of baseline.places) {
    nearest = Math.min(nearest, certainDistanceKm(here, here.radius, known, known.radius));
  }
  return nearest;
}

/**
 * True if the access is from far away or its location is hidden. Within a country the position of an address is weak evidence,
 * because the traffic of mobile networks exits at hubs.
 */
export function isFar(facts: Facts): boolean {
  const { network, zoneFits } = facts.access;
  if (!isOwnLine(network.kind) || zoneFits === false) return true;
  const km = kmToKnownPlace(facts);
  if (km === null || km === 0) return false;
  const { country } = network;
  const isAbroad = country !== null && !facts.baseline.places.some((place) => place.country === country);
  return isAbroad || km >= FAR_KM;
}

/**
 * True if a browser has the guest's language and time zone where that zone does not apply: behind a VPN, or on a mobile network
 * of the guest's country whose traffic exits elsewhere. It is probably the guest's: most attackers behind a VPN near the guest live
 * elsewhere, or have set the time zone of the exit.
 */
export function keepsGuestsZone({ access, baseline }: Facts): boolean {
  const { network, zoneFits, device } = access;
  if (zoneFits !== false) return false;
  const isNational = isOwnLine(network.kind) && baseline.places.some(({ country }) => country === network.country);
  if (!isNational && network.kind !== "hosting") return false;
  return baseline.devices.some(
    (known) => isOwn(known) && known.device.zone === device.zone && known.device.language === device.language,
  );
}

/** Whether one of the guest's own devices has this user agent, of this version and in the same app. */
export function hasSameAgent(own: readonly DeviceRecord[], agent: UserAgent): boolean {
  return own.some(({ device: { agent: known } }) => {
    const isSameSystem = known.os === agent.os && known.type === agent.type && known.tool === agent.tool;
    const isSameProgram = known.browser === agent.browser && known.embedded === agent.embedded;
    return isSameSystem && isSameProgram && known.version === agent.version;
  });
}

/** Whether a browser with another ID has the guest's user agent and provider, on a new network. */
export function isImitation({ access, baseline, deviceId, networkTrust }: Facts): boolean {
  const { asn } = access.network;
  if (deviceId.foreign === 0 || networkTrust >= OWN_TRUST || asn === null) return false;
  const isSameProvider = baseline.networks.some((known) => isOwn(known) && known.asn === asn);
  return isSameProvider && hasSameAgent(baseline.devices.filter(isOwn), access.device.agent);
}
