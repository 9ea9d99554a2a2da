import { type Access, isTrustedFix, type Place } from "../access.ts";
import type { Assessment } from "../score.ts";
import type { AccessRecord, GuestBaseline, Origin, PackedPlace, Standing } from "./guest.ts";
import { lesson } from "./lesson.ts";

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

/** The place where an access came from; null when that is not known. */
export function placeOf({ place }: Origin): Place | null {
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
