import type { Access } from "./access.ts";
import { type DeviceIdRecord, type GuestBaseline, type Origin, OWN_TRUST } from "./baseline/guest-baseline.ts";
import type { DeviceId } from "./device-id.ts";
import { ramp } from "./ramp.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Weight of a device ID: sent back; issued once and never sent back; or one of several that one browser model never sent back, which
 * suggests blocked cookies.
 */
const RETURNED = 1;
const ISSUED_ONCE = 0.95;
const ISSUED_OFTEN = 0.25;
/** Trust from which an ID that was never sent back counts as the guest's. IDs of suspicious accesses have less. */
const MIN_TRUST_OF_DROPPED = 0.1;
/**
 * Factor for an ID that is older than a day and has no record, so its owner is unknown: it was issued while the engine was
 * unavailable, or its record was evicted.
 */
const LOST_RECORD = 0.5;
/** Added to the weight by age if an RSVP, a check-in, a code or the host has confirmed the ID. */
const CONFIRMED_BONUS = 0.25;

/** Evidence from device IDs about one access. All numbers are 0 for an access without an ID. */
export interface DeviceIdFacts {
  /** Record of the access's ID; null if the ID was not seen before. */
  readonly record: DeviceIdRecord | null;
  /** Certainty that this is a browser of the guest, 0–1. */
  readonly own: number;
  /** Certainty that this is not a browser of the guest, who has a browser that keeps its ID, 0–1. */
  readonly foreign: number;
  /**
   * Certainty that an RSVP that this browser changes was sent in another one, 0–1. 0 for the browser that sent it, and for one that
   * was confirmed.
   */
  readonly foreignEdit: number;
  /** Number of other IDs that were first seen in the last 24 hours and are not trusted. */
  readonly strangers: number;
}

const NO_FACTS: DeviceIdFacts = { record: null, own: 0, foreign: 0, foreignEdit: 0, strangers: 0 };

const AGE_WEIGHT = [
  [0, 0.3],
  [MINUTE_MS, 0.7],
  [HOUR_MS, 0.85],
  [DAY_MS, 0.95],
  [14 * DAY_MS, 1],
] as const;

function ageWeight(ageMs: number, isConfirmed: boolean): number {
  const weight = ramp(ageMs, AGE_WEIGHT);
  return isConfirmed ? Math.min(1, weight + CONFIRMED_BONUS) : weight;
}

/** Certainty that an ID belongs to the guest, 0–1. */
function certainty(record: DeviceIdRecord, ageMs: number): number {
  return record.flagged ? 0 : record.trust * ageWeight(ageMs, record.confirmed);
}

/** Certainty that the ID of an access is the guest's, 0–1, by the age that the API reports or the record has. */
function ownCertainty(record: DeviceIdRecord | null, { ageMs }: DeviceId, at: number): number {
  return record === null ? 0 : certainty(record, Math.max(ageMs ?? 0, at - record.firstAt));
}

const NO_KEYS: ReadonlySet<number> = new Set();

/** Keys of IDs that were never sent back, where one browser model got several. Such a browser blocks cookies. */
function modelsWithSeveralIds(ids: readonly DeviceIdRecord[], origins: readonly Origin[]): ReadonlySet<number> {
  const dropped = ids.filter((known) => !known.returned && known.trust >= MIN_TRUST_OF_DROPPED);
  if (dropped.length < 2) return NO_KEYS;
  const modelOf = ({ key }: DeviceIdRecord) => origins.find(({ deviceId }) => deviceId === key)?.model;
  const models = dropped.map(modelOf);
  return new Set(
    dropped
      .filter((_, index) => models.indexOf(models[index]) !== models.lastIndexOf(models[index]))
      .map(({ key }) => key),
  );
}

/** Compares the ID of an access with the IDs of the guest's browsers under the same link; pure. */
export function deviceIdFacts(
  { deviceId, at, tokenId }: Access,
  { deviceIds, tokens, accesses }: GuestBaseline,
): DeviceIdFacts {
  if (deviceId === null) return NO_FACTS;
  const record = deviceIds.find(({ key }) => key === deviceId.key) ?? null;
  const hasOthers = deviceIds.length > (record === null ? 0 : 1);
  if (!hasOthers && !deviceId.proved) return { ...NO_FACTS, record, own: ownCertainty(record, deviceId, at) };
  // Cookies are bound to the link: under a new one the guest's browsers have none yet.
  const since = tokens.find(({ id }) => id === tokenId)?.since ?? Number.POSITIVE_INFINITY;
  const others = deviceIds.filter((known) => known !== record && known.lastAt >= since && known.firstAt <= at);
  const repeated = modelsWithSeveralIds(others, accesses.origins);
  let other = 0;
  let answered = 0;
  let strangers = 0;
  for (const known of others) {
    const use = known.returned ? RETURNED : repeated.has(known.key) ? ISSUED_OFTEN : ISSUED_ONCE;
    const certain = use * certainty(known, at - known.firstAt);
    other = Math.max(other, certain);
    if (known.confirmed) answered = Math.max(answered, certain);
    if (known.trust < OWN_TRUST && known.firstAt > at - DAY_MS) strangers += 1;
  }
  if (deviceId.proved && record?.flagged !== true) return { record, own: 1, foreign: 0, foreignEdit: 0, strangers };
  const ageMs = deviceId.ageMs ?? 0;
  const weight = record === null && ageMs > DAY_MS ? LOST_RECORD : 1;
  const own = ownCertainty(record, deviceId, at);
  const foreign = (1 - own) * other * weight;
  if (record?.sentRsvp === true) return { record, own, foreign, foreignEdit: 0, strangers };
  const answersElsewhere = record?.confirmed === true ? 0 : answered * weight;
  return { record, own, foreign, foreignEdit: Math.max(foreign, answersElsewhere), strangers };
}
