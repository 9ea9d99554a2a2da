import { type Access, DELIVERY_WINDOW_S, isTrustedFix, type Place } from "../access.ts";
import { hasHardware } from "../device.ts";
import { distanceKm } from "../geo/distance.ts";
import { isOwnLine } from "../provider.ts";
import { type Assessment, BANDS } from "../score.ts";
import {
  type AccessRecord,
  type DeviceRecord,
  type GuestBaseline,
  LIMITS,
  type NetworkRecord,
  type PlaceRecord,
  type Standing,
  type TokenRecord,
} from "./guest.ts";

/** Trust grows at most once in this time per device and network: pressing reload proves nothing. */
const TRUST_INTERVAL_MS = 6 * 3_600_000;
/** What one more access in a later interval adds for a device or network that did not start out trusted. */
const TRUST_STEP = 0.25;
/** Most that a medium access teaches, at the band's lower end; falls to nothing towards the high band. */
const MEDIUM_LESSON = 0.35;
/** A link that is making the round teaches nothing about its guest. */
const MAX_REPEATED_TO_LEARN = 45;
/** A journey this odd is not a place where the guest was, until somebody vouches for it. */
const MAX_JUMP_TO_LEARN = 60;
/** Positions this near are one stay, kilometres. */
const SAME_PLACE_KM = 60;

/**
 * While the mail is being delivered, an eager guest and the gateway that checks the mail look the same unless the
 * provider is known. Such a look is nobody's baseline; the next one, or an answer, is.
 */
function isPerhapsDelivery(access: Access): boolean {
  const { kind, sentSecondsAgo, network } = access;
  const isInDelivery = sentSecondsAgo !== null && sentSecondsAgo <= DELIVERY_WINDOW_S;
  return kind === "access" && isInDelivery && (network.kind === "unknown" || network.kind === "hosting");
}

/** How much of an access becomes trust, 0–1: all of a quiet one, part of a medium one, nothing of a high one. */
function lesson(access: Access, assessment: Assessment): number {
  if (assessment.automated || assessment.score >= BANDS.high || isPerhapsDelivery(access)) return 0;
  if ((assessment.subScores.repeated_access ?? 0) > MAX_REPEATED_TO_LEARN) return 0;
  if (assessment.score < BANDS.medium) return 1;
  return MEDIUM_LESSON * ((BANDS.high - assessment.score) / (BANDS.high - BANDS.medium)) ** 2;
}

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

/** Keeps the most trusted, and of equals the latest. */
function bounded<T extends { readonly trust: number; readonly lastAt: number }>(
  records: readonly T[],
  most: number,
): T[] {
  if (records.length <= most) return [...records];
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
  return bounded([...records.filter((other) => other !== known), record], LIMITS.devices);
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
  return bounded([...records.filter((other) => other !== known), record], LIMITS.networks);
}

/** Adds a stay, or lengthens the one next to it in time when it is the same place. */
export function withPlace(places: readonly PlaceRecord[], fix: Place, at: number): PlaceRecord[] {
  const isHere = (place: PlaceRecord | undefined): place is PlaceRecord =>
    place !== undefined && distanceKm(place, fix) <= SAME_PLACE_KM;
  const before = places.filter((place) => place.from <= at).at(-1);
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
  return [...places.filter((place) => place !== next), stay].sort((a, b) => a.from - b.from).slice(-LIMITS.places);
}

function withToken(tokens: readonly TokenRecord[], id: string, at: number): readonly TokenRecord[] {
  const known = tokens.find((token) => token.id === id);
  if (known !== undefined && known.since <= at) return tokens;
  const token = { id, since: at };
  return [...tokens.filter((other) => other.id !== id), token].sort((a, b) => a.since - b.since).slice(-LIMITS.tokens);
}

/** Which records go first when there are too many: a flood must not push out what was learned. */
const KEEPING: Readonly<Record<Standing, number>> = { automated: 0, seen: 1, suspicious: 2, learned: 3, confirmed: 4 };

interface Kept {
  readonly accesses: readonly AccessRecord[];
  readonly evicted: AccessRecord | null;
}

function withAccess(records: readonly AccessRecord[], record: AccessRecord): Kept {
  const all = [...records, record].sort((a, b) => a.at - b.at);
  if (all.length <= LIMITS.accesses) return { accesses: all, evicted: null };
  // The oldest of the least worth keeping, but never the newest: windows count it.
  const evicted = all
    .slice(0, -1)
    .reduce((worst, one) => (KEEPING[one.standing] < KEEPING[worst.standing] ? one : worst));
  return { accesses: all.filter((one) => one !== evicted), evicted };
}

function standingOf(assessment: Assessment, gain: number): Standing {
  if (assessment.automated) return "automated";
  return gain > 0 ? "learned" : "seen";
}

/** What a baseline remembers of an access as such. */
export function recordOf(access: Access, assessment: Assessment, scoredAt: number): AccessRecord {
  const { score, reasons, evidence } = assessment;
  return {
    id: access.accessLogId,
    at: access.at,
    kind: access.kind,
    device: access.device.key,
    prefix: access.network.address.prefix,
    country: access.place === null ? access.network.country : null,
    place: access.place,
    believable: isTrustedFix(access),
    standing: standingOf(assessment, lesson(access, assessment)),
    judged: false,
    answer: { score, reasons, evidence, scoredAt },
  };
}

export interface Observation {
  readonly baseline: GuestBaseline;
  /** A record that no longer fits; it is kept elsewhere, so that its access is still recognised. */
  readonly evicted: AccessRecord | null;
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
  const { accesses, evicted } = withAccess(baseline.accesses, record);
  if (assessment.automated) return { baseline: { ...baseline, accesses }, evicted };
  const gain = lesson(access, assessment);
  const { place } = record;
  const isPlausible =
    gain > 0 && assessment.score < BANDS.medium && (assessment.subScores.geo_jump ?? 0) < MAX_JUMP_TO_LEARN;
  const learned = place !== null && record.believable && isPlausible;
  const next = {
    ...baseline,
    accesses,
    devices: withDevice(baseline.devices, access, gain),
    networks: withNetwork(baseline.networks, access, gain),
    places: learned ? withPlace(baseline.places, place, access.at) : baseline.places,
    tokens: assessment.score < BANDS.medium ? withToken(baseline.tokens, access.tokenId, access.at) : baseline.tokens,
  };
  return { baseline: next, evicted };
}
