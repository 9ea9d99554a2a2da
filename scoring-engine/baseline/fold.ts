import type { Access, Place } from "../access.ts";
import { hasHardware } from "../device.ts";
import { distanceKm } from "../geo/distance.ts";
import { isOwnLine } from "../provider.ts";
import { type Assessment, BANDS } from "../score.ts";
import { withAccess } from "./access-log.ts";
import {
  type AccessRecord,
  type DeviceRecord,
  type GuestBaseline,
  LIMITS,
  type NetworkRecord,
  type PlaceRecord,
  type TokenRecord,
} from "./guest.ts";
import { lesson } from "./lesson.ts";

/** Trust grows at most once in this time per device and network: pressing reload proves nothing. */
const TRUST_INTERVAL_MS = 6 * 3_600_000;
/** What one more access in a later interval adds for a device or network that did not start out trusted. */
const TRUST_STEP = 0.25;
/** A journey this odd is not a place where the guest was, until somebody vouches for it. */
const MAX_JUMP_TO_LEARN = 60;
/** Positions this near are one stay, kilometres. */
const SAME_PLACE_KM = 60;

/**
 * Trust after one more access. What comes first decides the most: a record that began in doubt makes its own later
 * accesses score lower, so those must not count as if they had been quiet by themselves.
 */
function grown(
  known: { readonly trust: number; readonly trustedAt: number } | undefined,
  gain: number,
  at: number,
): number {
  if (known === undefined || known.trust === 0) return gain;
  if (gain <= 0 || Math.abs(at - known.trustedAt) < TRUST_INTERVAL_MS) return known.trust;
  return Math.min(1, known.trust + TRUST_STEP * gain);
}

/** Puts a record in the place of another, as the last one. */
function replaced<T>(records: readonly T[], known: T | undefined, record: T): T[] {
  const others: T[] = [];
  for (const other of records) if (other !== known) others.push(other);
  others.push(record);
  return others;
}

/** Keeps the most trusted, and of equals the latest. */
function bounded<T extends { readonly trust: number; readonly lastAt: number }>(records: T[], most: number): T[] {
  if (records.length <= most) return records;
  return records.toSorted((a, b) => b.trust - a.trust || b.lastAt - a.lastAt).slice(0, most);
}

function withDevice(records: readonly DeviceRecord[], access: Access, gain: number): DeviceRecord[] {
  const known = records.find((record) => record.device.key === access.device.key);
  const told = hasHardware(access.device.hardware);
  const isForm = access.kind !== "access";
  const trust = grown(known, gain, access.at);
  const isNewest = known === undefined || access.at >= known.lastAt;
  const record: DeviceRecord = {
    device: isNewest ? access.device : known.device,
    trust: known?.flagged ? known.trust : trust,
    flagged: known?.flagged ?? false,
    lastAt: Math.max(access.at, known?.lastAt ?? access.at),
    trustedAt: trust === known?.trust ? known.trustedAt : access.at,
    told: {
      access: (known?.told.access ?? false) || (told && !isForm),
      form: (known?.told.form ?? false) || (told && isForm),
    },
  };
  return bounded(replaced(records, known, record), LIMITS.devices);
}

function withNetwork(records: readonly NetworkRecord[], access: Access, gain: number): readonly NetworkRecord[] {
  const { address, asn, kind, country } = access.network;
  if (address.prefix === null || !isOwnLine(kind)) return records;
  const known = records.find((record) => record.prefix === address.prefix);
  const trust = grown(known, gain, access.at);
  const record: NetworkRecord = {
    prefix: address.prefix,
    asn: asn ?? known?.asn ?? null,
    kind,
    country: country ?? known?.country ?? null,
    trust,
    lastAt: Math.max(access.at, known?.lastAt ?? access.at),
    trustedAt: trust === known?.trust ? known.trustedAt : access.at,
  };
  return bounded(replaced(records, known, record), LIMITS.networks);
}

/** Adds a stay, or lengthens the one next to it in time when it is the same place. */
export function withPlace(places: readonly PlaceRecord[], fix: Place, at: number): PlaceRecord[] {
  const isHere = (place: PlaceRecord | undefined): place is PlaceRecord =>
    place !== undefined && distanceKm(place, fix) <= SAME_PLACE_KM;
  const before = places.findLast((place) => place.from <= at);
  const after = places.find((place) => place.from > at);
  const next = isHere(before) ? before : isHere(after) ? after : undefined;
  const stay: PlaceRecord =
    next === undefined
      ? { ...fix, from: at, to: at }
      : {
          ...next,
          from: Math.min(next.from, at),
          to: Math.max(next.to, at),
          radius: Math.min(next.radius, fix.radius),
        };
  const stays = replaced(places, next, stay).sort((a, b) => a.from - b.from);
  return stays.length <= LIMITS.places ? stays : stays.slice(-LIMITS.places);
}

function withToken(tokens: readonly TokenRecord[], id: string, at: number): readonly TokenRecord[] {
  const known = tokens.find((token) => token.id === id);
  if (known !== undefined && known.since <= at) return tokens;
  const token = { id, since: at };
  return [...tokens.filter((other) => other.id !== id), token].sort((a, b) => a.since - b.since).slice(-LIMITS.tokens);
}

/** The last of the ids, in order of their text. */
function lastOf(records: readonly AccessRecord[], before: string): string {
  if (records.length === 0) return before;
  return [before, ...records.map(({ id }) => id)].sort().at(-1) ?? before;
}

export interface Observation {
  readonly baseline: GuestBaseline;
  /** Records that no longer fit; they are kept elsewhere, so that their accesses are still recognised. */
  readonly evicted: readonly AccessRecord[];
}

/**
 * The next baseline after an access; pure, so that a store can repeat it when somebody else wrote in between.
 * Automated and high-scored accesses are counted but teach nothing; a VPN's, relay's, host's or Tor's address is never
 * learned, the device behind it may be. Order does not matter: everything is kept by its own time.
 */
export function observe(
  baseline: GuestBaseline,
  access: Access,
  assessment: Assessment,
  record: AccessRecord,
): Observation {
  const { log: accesses, evicted } = withAccess(baseline.accesses, record);
  const evictedUpTo = lastOf(evicted, baseline.evictedUpTo);
  if (assessment.automated) return { baseline: { ...baseline, accesses, evictedUpTo }, evicted };
  const gain = lesson(baseline, access, assessment);
  const { place } = access;
  const isPlausible =
    gain > 0 && assessment.score < BANDS.medium && (assessment.subScores.geo_jump ?? 0) < MAX_JUMP_TO_LEARN;
  const learned = place !== null && record.believable && isPlausible;
  const next: GuestBaseline = {
    accesses,
    evictedUpTo,
    pending: baseline.pending,
    devices: withDevice(baseline.devices, access, gain),
    networks: withNetwork(baseline.networks, access, gain),
    places: learned ? withPlace(baseline.places, place, access.at) : baseline.places,
    tokens: assessment.score < BANDS.medium ? withToken(baseline.tokens, access.tokenId, access.at) : baseline.tokens,
  };
  return { baseline: next, evicted };
}
