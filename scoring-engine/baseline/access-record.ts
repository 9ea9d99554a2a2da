import { type Access, isTrustedFix, type Place } from "../access.ts";
import type { Assessment } from "../score.ts";
import { type AccessRecord, type GuestBaseline, LIMITS, type PackedPlace, type Standing } from "./guest.ts";
import { lesson } from "./lesson.ts";

/** Which records go first when there are too many: a flood must not push out what was learned. */
const KEEPING: Readonly<Record<Standing, number>> = { automated: 0, seen: 1, suspicious: 2, learned: 3, confirmed: 4 };

/** The records that stay, and the one that had to go. */
export interface Kept {
  readonly accesses: readonly AccessRecord[];
  readonly evicted: AccessRecord | null;
}

/** Adds a record, in order of time. */
export function withAccess(records: readonly AccessRecord[], record: AccessRecord): Kept {
  const all = [...records, record];
  const last = records.at(-1);
  if (last !== undefined && last.at > record.at) all.sort((a, b) => a.at - b.at);
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

/** Coordinates are kept to some ten metres, parts of a degree; they are kilometres off as it is. */
const COORDINATE_PARTS = 10_000;

function coarse(degrees: number): number {
  return Math.round(degrees * COORDINATE_PARTS) / COORDINATE_PARTS;
}

function pack({ lat, lon, radius, city, country }: Place): PackedPlace {
  return [coarse(lat), coarse(lon), radius, city, country];
}

/** Where the access came from; null when that is not known. */
export function placeOf({ place }: AccessRecord): Place | null {
  if (place === undefined) return null;
  const [lat, lon, radius, city, country] = place;
  return { lat, lon, radius, city, country };
}

/** What a baseline remembers of an access as such; `baseline` is what was known before it. */
export function recordOf(
  baseline: GuestBaseline,
  access: Access,
  assessment: Assessment,
  scoredAt: number,
): AccessRecord {
  const { kind, place, device, network } = access;
  const { score, reasons, evidence } = assessment;
  return {
    id: access.accessLogId,
    at: access.at,
    kind: kind === "access" ? undefined : kind,
    device: device.key,
    model: device.modelKey,
    prefix: network.address.prefix,
    place: place === null ? undefined : pack(place),
    country: place === null ? (network.country ?? undefined) : undefined,
    believable: isTrustedFix(access) ? true : undefined,
    standing: standingOf(assessment, lesson(baseline, access, assessment)),
    judged: undefined,
    score,
    reasons: reasons.length > 0 ? reasons : undefined,
    evidence: reasons.length > 0 ? evidence : undefined,
    scoredAt,
  };
}
