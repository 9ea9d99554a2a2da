import type { Access } from "./access.ts";
import { type DeviceIdRecord, type GuestBaseline, type Origin, OWN_TRUST } from "./baseline/guest-baseline.ts";
import type { DeviceId } from "./device-id.ts";
import { ramp } from "./ramp.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Evidence by how an id was used. One that came back is kept. One that was issued and never sent back probably is, unless
 * the guest has several such: then the guest's browser keeps no cookies.
 */
const RETURNED = 1;
const ISSUED_ONCE = 0.95;
const ISSUED_OFTEN = 0.25;
/** Trust from which on such an id counts as the guest's; those of suspicious accesses have less. */
const MIN_TRUST_OF_DROPPED = 0.1;
/**
 * Factor for an id that is older than a day and has no record: it was issued while the engine was away, or its record was
 * evicted, so that nothing says whose it is.
 */
const LOST_RECORD = 0.5;
/** Added to the weight of an age for an id that an RSVP, a check-in, a code or the host has confirmed. */
const CONFIRMED_BONUS = 0.25;

/** What device ids say about an access. Everything is 0 for an access without one. */
export interface DeviceIdFacts {
  /** The record of the access's id; null for one that was not seen before. */
  readonly record: DeviceIdRecord | null;
  /** 0–1: how certain it is that this is a browser of the guest. */
  readonly own: number;
  /** 0–1: how certain it is that this is another browser than those of the guest, who has one that keeps its id. */
  readonly foreign: number;
  /** 0–1: how certain it is that the guest answers in another browser than this one, which nothing has confirmed. */
  readonly answersElsewhere: number;
  /** Number of other ids that were first seen in the last 24 hours and are not trusted. */
  readonly strangers: number;
}

const NO_FACTS: DeviceIdFacts = { record: null, own: 0, foreign: 0, answersElsewhere: 0, strangers: 0 };

/** Weight of an id by its age: one that was seen weeks ago is worth more than one of a minute ago. */
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

/** How certain it is that an id belongs to the guest, 0–1. */
function certainty(record: DeviceIdRecord, ageMs: number): number {
  return record.flagged ? 0 : record.trust * ageWeight(ageMs, record.confirmed);
}

/** How certain it is that the id of an access is the guest's; by what the API says of its age, or the record. */
function ownCertainty(record: DeviceIdRecord | null, { ageMs }: DeviceId, at: number): number {
  return record === null ? 0 : certainty(record, Math.max(ageMs ?? 0, at - record.firstAt));
}

const NO_KEYS: ReadonlySet<number> = new Set();

/** Keys of the ids that were never sent back and that one browser, by its model, got several of: it keeps no cookies. */
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

/** Compares the id of an access with those that the guest's browsers have under the same link; pure. */
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
  if (deviceId.proved && record?.flagged !== true)
    return { record, own: 1, foreign: 0, answersElsewhere: 0, strangers };
  const ageMs = deviceId.ageMs ?? 0;
  const answersElsewhere = record?.confirmed === true ? 0 : answered;
  if (record === null) {
    const weight = ageMs > DAY_MS ? LOST_RECORD : 1;
    return { record, own: 0, foreign: other * weight, answersElsewhere: answersElsewhere * weight, strangers };
  }
  const own = ownCertainty(record, deviceId, at);
  return { record, own, foreign: (1 - own) * other, answersElsewhere, strangers };
}
