import { BANDS } from "../score.ts";
import type { LoggedAccess } from "./access-columns.ts";
import { accessesExcept, findAccess, replaceAccess } from "./access-log.ts";
import {
  type AccessRecord,
  type ConfirmationType,
  type GuestBaseline,
  LIMITS,
  type PlaceRecord,
} from "./guest-baseline.ts";
import { withPlace } from "./observe.ts";

export interface ConfirmResult {
  readonly baseline: GuestBaseline;
  /** False when the access is unknown or this type may not confirm it. */
  readonly applied: boolean;
}

/** An RSVP does not confirm an access that scored high; a check-in and a code do below the block band, a host's verdict always. */
function mayConfirm(record: AccessRecord, type: ConfirmationType): boolean {
  if (type === "legitimate" || type === "suspicious") return true;
  if (record.status === "automated" || record.hasHostVerdict) return false;
  return type === "check_in" || type === "proof" ? record.score < BANDS.block : record.score < BANDS.high;
}

/** Trusts the device and network of an access fully, and adds its place. */
function applyConfirmation(baseline: GuestBaseline, record: AccessRecord, byHost: boolean): GuestBaseline {
  const { device, deviceId, prefix, place, trustedFix } = record.origin;
  return {
    ...baseline,
    devices: baseline.devices.map((known) =>
      known.device.key === device ? { ...known, trust: 1, flagged: false, trustedAt: record.at } : known,
    ),
    deviceIds: baseline.deviceIds.map((known) =>
      known.key === deviceId ? { ...known, trust: 1, flagged: false, confirmed: true, trustedAt: record.at } : known,
    ),
    networks: baseline.networks.map((known) =>
      known.prefix === prefix ? { ...known, trust: 1, trustedAt: record.at } : known,
    ),
    places: place === undefined || !trustedFix ? baseline.places : withPlace(baseline.places, place, record.at),
    accesses: replaceAccess(baseline.accesses, {
      ...record,
      status: "confirmed",
      ...(byHost && { hasHostVerdict: true as const }),
    }),
  };
}

/** Notes the browser that an accepted RSVP came from. It gains no trust by it. */
function withSender(baseline: GuestBaseline, { origin: { deviceId } }: AccessRecord): GuestBaseline {
  const sender = baseline.deviceIds.find(({ key }) => key === deviceId);
  if (sender === undefined || sender.sentRsvp) return baseline;
  const deviceIds = baseline.deviceIds.map((known) => (known === sender ? { ...known, sentRsvp: true } : known));
  return { ...baseline, deviceIds };
}

/** Removes the stay that no other access supports. */
function withoutStay(
  places: readonly PlaceRecord[],
  record: AccessRecord,
  others: readonly LoggedAccess[],
): PlaceRecord[] {
  return places.filter((place) => {
    const isIts = place.from <= record.at && record.at <= place.to;
    return !isIts || others.some((other) => other.origin.trustedFix && place.from <= other.at && other.at <= place.to);
  });
}

/** Removes from the baseline what no other accepted access shares with this one, and flags its device. */
function applyRevocation(baseline: GuestBaseline, record: AccessRecord): GuestBaseline {
  const others = accessesExcept(baseline.accesses, record.id).filter(
    ({ status }) => status === "learned" || status === "confirmed",
  );
  const { device, deviceId, prefix } = record.origin;
  const sharesDevice = others.some(({ origin }) => origin.device === device);
  // An ID is one browser: accesses that nothing has confirmed were made by the same person as this one.
  const sharesId = others.some(({ origin, status }) => status === "confirmed" && origin.deviceId === deviceId);
  const sharesNetwork = others.some(({ origin }) => origin.prefix === prefix);
  return {
    ...baseline,
    devices: baseline.devices.map((known) =>
      known.device.key === device && !sharesDevice ? { ...known, trust: 0, flagged: true } : known,
    ),
    deviceIds: baseline.deviceIds.map((known) =>
      known.key === deviceId && !sharesId
        ? { ...known, trust: 0, flagged: true, confirmed: false, sentRsvp: false }
        : known,
    ),
    networks: baseline.networks.filter((known) => known.prefix !== prefix || sharesNetwork),
    places: withoutStay(baseline.places, record, others),
    accesses: replaceAccess(baseline.accesses, { ...record, status: "suspicious", hasHostVerdict: true }),
  };
}

/**
 * Confirms or revokes an access; pure and idempotent. A host's verdict takes precedence over an RSVP or a check-in, and
 * a later verdict over an earlier one.
 * @param evicted the access's record, when it was evicted from the baseline
 */
export function confirm(
  baseline: GuestBaseline,
  accessLogId: string,
  type: ConfirmationType,
  evicted: AccessRecord | null = null,
): ConfirmResult {
  const record = findAccess(baseline.accesses, accessLogId) ?? evicted;
  if (record === null) return { baseline, applied: false };
  const known = type === "rsvp" && record.status !== "suspicious" ? withSender(baseline, record) : baseline;
  if (!mayConfirm(record, type)) return { baseline: known, applied: false };
  const isDone = type === "suspicious" ? record.status === "suspicious" : record.status === "confirmed";
  if (isDone && (record.hasHostVerdict || type !== "legitimate")) return { baseline: known, applied: true };
  const next =
    type === "suspicious" ? applyRevocation(known, record) : applyConfirmation(known, record, type === "legitimate");
  return { baseline: next, applied: true };
}

/** Stores a confirmation that arrived before its access. */
export function addPending(baseline: GuestBaseline, accessLogId: string, type: ConfirmationType): GuestBaseline {
  const others = baseline.pending.filter((one) => one.id !== accessLogId);
  return { ...baseline, pending: [...others, { id: accessLogId, by: type }].slice(-LIMITS.pending) };
}

/** Applies the confirmation that arrived before this access, if there is one. */
export function applyPending(baseline: GuestBaseline, accessLogId: string): GuestBaseline {
  const early = baseline.pending.find((one) => one.id === accessLogId);
  if (early === undefined) return baseline;
  const pending = baseline.pending.filter((one) => one !== early);
  return confirm({ ...baseline, pending }, accessLogId, early.by).baseline;
}
