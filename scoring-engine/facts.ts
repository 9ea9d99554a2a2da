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

/** A device within this distance of one of the guest's own counts as the same one, after an update or inside an app. */
export const OWN_DEVICE_DISTANCE = 20;
/** Number of other guests from which on a network counts as shared: an office, the venue, a carrier's gateway. */
export const SHARED_BY_GUESTS = 3;

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
  /** The access's device is one of the guest's own. */
  readonly ownDevice: boolean;
  /** It is, by its hardware as well; a stranger's phone may have the same user agent. */
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
  return {
    access,
    baseline,
    prior,
    guestHash: hash,
    hasHistory: known,
    deviceDistance: closest.distance,
    closestDevice: closest.record,
    ownDevice: known && closest.distance <= OWN_DEVICE_DISTANCE,
    provenDevice: known && closest.distance < UNPROVEN_DISTANCE,
    knownNetwork,
    networkTrust: knownNetwork?.trust ?? 0,
    sharedBy: countOtherGuests(prior.network.guests, hash),
  };
}

/** Whether a record has enough trust to count as the guest's own. */
export function isOwn(record: { readonly trust: number }): boolean {
  return record.trust >= OWN_TRUST;
}
