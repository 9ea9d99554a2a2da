import { BANDS } from "../score.ts";
import { findAccess, type Visit, visitsBut, withVerdict } from "./access-log.ts";
import { placeOf } from "./access-record.ts";
import { withPlace } from "./fold.ts";
import { type AccessRecord, type GuestBaseline, LIMITS, type PlaceRecord, type Vouching } from "./guest.ts";

export interface Confirmed {
  readonly baseline: GuestBaseline;
  /** False when the access is unknown or the confirmation may not count. */
  readonly applied: boolean;
}

/** An answered form proves little when the access itself was already suspected; a person at the door or a host does. */
function mayConfirm(record: AccessRecord, by: Vouching): boolean {
  if (by === "legitimate" || by === "suspicious") return true;
  if (record.standing === "automated" || record.judged) return false;
  return by === "check_in" ? record.score < BANDS.block : record.score < BANDS.high;
}

/** Makes the device and network of an access known at once, and its place believed. */
function vouchFor(baseline: GuestBaseline, record: AccessRecord, judged: boolean): GuestBaseline {
  const place = placeOf(record);
  return {
    ...baseline,
    devices: baseline.devices.map((known) =>
      known.device.key === record.device ? { ...known, trust: 1, flagged: false, trustedAt: record.at } : known,
    ),
    networks: baseline.networks.map((known) =>
      known.prefix === record.prefix ? { ...known, trust: 1, trustedAt: record.at } : known,
    ),
    places: place === null || !record.believable ? baseline.places : withPlace(baseline.places, place, record.at),
    accesses: withVerdict(baseline.accesses, {
      ...record,
      standing: "confirmed",
      ...(judged && { judged: true as const }),
    }),
  };
}

/** Drops the stay that only this access stands for. */
function withoutStay(places: readonly PlaceRecord[], record: AccessRecord, others: readonly Visit[]): PlaceRecord[] {
  return places.filter((place) => {
    const isIts = place.from <= record.at && record.at <= place.to;
    return !isIts || others.some((other) => other.origin.believable && place.from <= other.at && other.at <= place.to);
  });
}

/** Unlearns an access: what no other accepted access shares with it is no longer the guest's. */
function speakAgainst(baseline: GuestBaseline, record: AccessRecord): GuestBaseline {
  const others = visitsBut(baseline.accesses, record.id).filter(
    ({ standing }) => standing === "learned" || standing === "confirmed",
  );
  const sharesDevice = others.some(({ origin }) => origin.device === record.device);
  const sharesNetwork = others.some(({ origin }) => origin.prefix === record.prefix);
  return {
    ...baseline,
    devices: baseline.devices.map((known) =>
      known.device.key === record.device && !sharesDevice ? { ...known, trust: 0, flagged: true } : known,
    ),
    networks: baseline.networks.filter((known) => known.prefix !== record.prefix || sharesNetwork),
    places: withoutStay(baseline.places, record, others),
    accesses: withVerdict(baseline.accesses, { ...record, standing: "suspicious", judged: true }),
  };
}

/**
 * The baseline after somebody vouched for an access or against it; pure and idempotent.
 * A host's verdict outranks an RSVP or a check-in, and the later verdict outranks the earlier one.
 * @param evicted the access's record, when it is no longer among the baseline's
 */
export function confirm(
  baseline: GuestBaseline,
  accessLogId: string,
  by: Vouching,
  evicted: AccessRecord | null = null,
): Confirmed {
  const record = findAccess(baseline.accesses, accessLogId) ?? evicted;
  if (record === null || !mayConfirm(record, by)) return { baseline, applied: false };
  const isDone = by === "suspicious" ? record.standing === "suspicious" : record.standing === "confirmed";
  if (isDone && (record.judged || by === "rsvp" || by === "check_in")) return { baseline, applied: true };
  const next = by === "suspicious" ? speakAgainst(baseline, record) : vouchFor(baseline, record, by === "legitimate");
  return { baseline: next, applied: true };
}

/** Keeps a confirmation that came before its access. */
export function awaitAccess(baseline: GuestBaseline, accessLogId: string, by: Vouching): GuestBaseline {
  const others = baseline.pending.filter((one) => one.id !== accessLogId);
  return { ...baseline, pending: [...others, { id: accessLogId, by }].slice(-LIMITS.pending) };
}

/** Applies the confirmation that came before this access, if there is one. */
export function settlePending(baseline: GuestBaseline, accessLogId: string): GuestBaseline {
  const early = baseline.pending.find((one) => one.id === accessLogId);
  if (early === undefined) return baseline;
  const pending = baseline.pending.filter((one) => one !== early);
  return confirm({ ...baseline, pending }, accessLogId, early.by).baseline;
}
