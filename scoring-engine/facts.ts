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

/** A device this close to one of the guest's own counts as that one, after an update or inside an app. */
export const OWN_DEVICE_DISTANCE = 20;
/** Other guests of the event on a network from which it is shared: an office, the venue, a carrier's gateway. */
export const SHARED_BY_GUESTS = 3;

/** Everything that a signal may look at: one access, and what was known before it. */
export interface Facts {
  readonly access: Access;
  readonly baseline: GuestBaseline;
  readonly prior: EventPrior;
  readonly guestHash: number;
  /** False for the first human access to this guest's link. */
  readonly hasHistory: boolean;
  /** Distance to the guest's closest device, weighed by trust, 0–98; 0 without history. */
  readonly deviceDistance: number;
  readonly closestDevice: DeviceRecord | null;
  /** The access's device is one of the guest's own. */
  readonly ownDevice: boolean;
  /** It is, and its hardware says so: a stranger's phone may well have the same agent. */
  readonly provenDevice: boolean;
  /** The access's network, if it was seen before on this link. */
  readonly knownNetwork: NetworkRecord | null;
  readonly networkTrust: number;
  /** Other guests of the event on the same network. */
  readonly sharedBy: number;
}

interface Closest {
  readonly distance: number;
  readonly record: DeviceRecord | null;
}

/** A device that is not fully trusted brings the distance down only in proportion. */
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
    const weighed = best.record === null ? distance : record.trust * distance + (1 - record.trust) * best.distance;
    if (weighed < best.distance) best = { distance: weighed, record };
  }
  if (best.record === null) return { distance: 0, record: null };
  // Where nothing is sure yet, a difference from it is not, either.
  const surest = trusted[0]?.trust ?? 0;
  return { distance: best.distance * surest, record: best.record };
}

/** Puts an access beside what is known; pure. */
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

/** Whether a record is sure enough to be called the guest's. */
export function isOwn(record: { readonly trust: number }): boolean {
  return record.trust >= OWN_TRUST;
}
