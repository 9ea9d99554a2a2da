import type { Access, Place } from "../access.ts";
import { hasHardware } from "../device.ts";
import { distanceKm } from "../geo/distance.ts";
import { isOwnLine } from "../provider.ts";
import { type Assessment, BANDS } from "../score.ts";
import { insertAccess } from "./access-log.ts";
import {
  type AccessRecord,
  type DeviceIdRecord,
  type DeviceRecord,
  type GuestBaseline,
  LIMITS,
  type NetworkRecord,
  type PlaceRecord,
  type TokenRecord,
} from "./guest-baseline.ts";

/** Trust of a device or network grows at most once within this time, so that reloads do not add to it. */
const TRUST_INTERVAL_MS = 6 * 3_600_000;
/** Added by an access in a later interval to a device or network that is not fully trusted. */
const TRUST_STEP = 0.25;
/** Positions within this distance are one stay, kilometres. */
const SAME_PLACE_KM = 60;

/**
 * Trust after one more access. The first access sets it, later ones add little: a record with low trust lowers the scores
 * of its later accesses, so these are not independent evidence.
 */
function trustAfter(
  known: { readonly trust: number; readonly trustedAt: number } | undefined,
  gain: number,
  at: number,
): number {
  if (known === undefined || known.trust === 0) return gain;
  if (gain <= 0 || Math.abs(at - known.trustedAt) < TRUST_INTERVAL_MS) return known.trust;
  return Math.min(1, known.trust + TRUST_STEP * gain);
}

/** Removes a record and appends another. */
function replaceLast<T>(records: readonly T[], known: T | undefined, record: T): T[] {
  // Mostly the latest one is used again. A copy has the exact size, and an array that grows has room for 16 more.
  if (known !== undefined && records.at(-1) === known) return records.with(-1, record);
  const others: T[] = [];
  for (const other of records) if (other !== known) others.push(other);
  others.push(record);
  return others;
}

/** Keeps the records with the most trust, and of equal ones the latest. */
function limitRecords<T extends { readonly trust: number; readonly lastAt: number }>(records: T[], most: number): T[] {
  if (records.length <= most) return records;
  return records.toSorted((a, b) => b.trust - a.trust || b.lastAt - a.lastAt).slice(0, most);
}

function withDevice(records: readonly DeviceRecord[], access: Access, gain: number): DeviceRecord[] {
  const known = records.find((record) => record.device.key === access.device.key);
  const reports = hasHardware(access.device.hardware);
  const request = access.kind === "access" ? "access" : "form";
  const trust = trustAfter(known, gain, access.at);
  const isNewest = known === undefined || access.at >= known.lastAt;
  const reported = known?.reportedHardware ?? { access: false, form: false };
  const record: DeviceRecord = {
    device: isNewest ? access.device : known.device,
    trust: known?.flagged ? known.trust : trust,
    flagged: known?.flagged ?? false,
    lastAt: Math.max(access.at, known?.lastAt ?? access.at),
    trustedAt: trust === known?.trust ? known.trustedAt : access.at,
    reportedHardware: reports && !reported[request] ? { ...reported, [request]: true } : reported,
  };
  return limitRecords(replaceLast(records, known, record), LIMITS.devices);
}

function withDeviceId(
  records: readonly DeviceIdRecord[],
  access: Access,
  gain: number,
  score: number,
): readonly DeviceIdRecord[] {
  const { deviceId, at } = access;
  if (deviceId === null) return records;
  const known = records.find((record) => record.key === deviceId.key);
  const trust = trustAfter(known, gain, at);
  const record: DeviceIdRecord = {
    key: deviceId.key,
    trust: known?.flagged ? known.trust : trust,
    flagged: known?.flagged ?? false,
    confirmed: known?.confirmed ?? false,
    sentRsvp: known?.sentRsvp ?? false,
    firstScore: known?.firstScore ?? Math.round(score),
    returned: known !== undefined || (deviceId.ageMs ?? 0) > 0,
    firstAt: Math.min(at - (deviceId.ageMs ?? 0), known?.firstAt ?? at),
    lastAt: Math.max(at, known?.lastAt ?? at),
    trustedAt: trust === known?.trust ? known.trustedAt : at,
  };
  return limitRecords(replaceLast(records, known, record), LIMITS.deviceIds);
}

function withNetwork(records: readonly NetworkRecord[], access: Access, gain: number): readonly NetworkRecord[] {
  const { address, asn, kind, country } = access.network;
  if (address.prefix === null || !isOwnLine(kind)) return records;
  const known = records.find((record) => record.prefix === address.prefix);
  const trust = trustAfter(known, gain, access.at);
  const record: NetworkRecord = {
    prefix: address.prefix,
    asn: asn ?? known?.asn ?? null,
    kind,
    country: country ?? known?.country ?? null,
    trust,
    lastAt: Math.max(access.at, known?.lastAt ?? access.at),
    trustedAt: trust === known?.trust ? known.trustedAt : access.at,
  };
  return limitRecords(replaceLast(records, known, record), LIMITS.networks);
}

/** Adds a stay, or extends the neighbouring one in time when it is at the same place; the more accurate position remains. */
export function withPlace(places: readonly PlaceRecord[], fix: Place, at: number): PlaceRecord[] {
  const isHere = (place: PlaceRecord | undefined): place is PlaceRecord =>
    place !== undefined && distanceKm(place, fix) <= SAME_PLACE_KM;
  const extended = (place: PlaceRecord): PlaceRecord => ({
    ...(fix.radius < place.radius ? fix : place),
    from: Math.min(place.from, at),
    to: Math.max(place.to, at),
  });
  const latest = places.at(-1);
  // Most accesses are of the latest stay, which remains the last one.
  if (latest !== undefined && latest.from <= at && isHere(latest)) return places.with(-1, extended(latest));
  const before = places.findLast((place) => place.from <= at);
  const after = places.find((place) => place.from > at);
  const next = isHere(before) ? before : isHere(after) ? after : undefined;
  const stay = next === undefined ? { ...fix, from: at, to: at } : extended(next);
  const stays = replaceLast(places, next, stay).sort((a, b) => a.from - b.from);
  return stays.length <= LIMITS.places ? stays : stays.slice(-LIMITS.places);
}

function withToken(tokens: readonly TokenRecord[], id: string, at: number): readonly TokenRecord[] {
  const known = tokens.find((token) => token.id === id);
  if (known !== undefined && known.since <= at) return tokens;
  const token = { id, since: at };
  return [...tokens.filter((other) => other.id !== id), token].sort((a, b) => a.since - b.since).slice(-LIMITS.tokens);
}

/** Returns the greatest ID, as text. */
function greatestId(records: readonly AccessRecord[], before: string): string {
  if (records.length === 0) return before;
  return [before, ...records.map(({ id }) => id)].sort().at(-1) ?? before;
}

export interface NextBaseline {
  readonly baseline: GuestBaseline;
  /** Evicted records, to be stored in the overflow document so that duplicates of their accesses are recognised. */
  readonly evicted: readonly AccessRecord[];
}

/**
 * The next baseline after an access; pure, so that a store can run it again after a concurrent write. Automated and
 * high-scored accesses are counted and not learned; the address of a VPN, relay, host or Tor exit is never learned, the
 * device behind it may be. The order of arrival does not matter: records are ordered by the time of their accesses.
 * @param gain trust that the access adds, see `trustGain`
 */
export function observe(
  baseline: GuestBaseline,
  access: Access,
  assessment: Assessment,
  gain: number,
  record: AccessRecord,
): NextBaseline {
  const { log: accesses, evicted } = insertAccess(baseline.accesses, record);
  const evictedUpTo = greatestId(evicted, baseline.evictedUpTo);
  if (assessment.automated) return { baseline: { ...baseline, accesses, evictedUpTo }, evicted };
  const { place } = access;
  const isPlausible = gain > 0 && assessment.score < BANDS.medium;
  const learned = place !== null && record.origin.trustedFix && isPlausible;
  const next: GuestBaseline = {
    accesses,
    evictedUpTo,
    pending: baseline.pending,
    devices: withDevice(baseline.devices, access, gain),
    deviceIds: withDeviceId(baseline.deviceIds, access, gain, assessment.subScores.new_device),
    networks: withNetwork(baseline.networks, access, gain),
    places: learned ? withPlace(baseline.places, place, access.at) : baseline.places,
    tokens: assessment.score < BANDS.medium ? withToken(baseline.tokens, access.tokenId, access.at) : baseline.tokens,
  };
  return { baseline: next, evicted };
}
