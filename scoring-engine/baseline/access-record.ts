import { type Access, isTrustedFix, type Place } from "../access.ts";
import type { Assessment } from "../score.ts";
import type { AccessRecord, AccessStatus } from "./guest-baseline.ts";

function statusOf(assessment: Assessment, gain: number): AccessStatus {
  if (assessment.automated) return "automated";
  return gain > 0 ? "learned" : "seen";
}

/** Parts of a degree to which coordinates are rounded, some ten metres; their error is kilometres. */
const COORDINATE_PARTS = 10_000;

function roundCoordinate(degrees: number): number {
  return Math.round(degrees * COORDINATE_PARTS) / COORDINATE_PARTS;
}

function roundPlace(place: Place): Place {
  return { ...place, lat: roundCoordinate(place.lat), lon: roundCoordinate(place.lon) };
}

/**
 * The record of an access.
 * @param gain trust that the access adds, see `trustGain`
 */
export function recordOf(access: Access, assessment: Assessment, gain: number, scoredAt: number): AccessRecord {
  const { kind, place, device, deviceId, network } = access;
  const { score, reasons, evidence } = assessment;
  return {
    id: access.accessLogId,
    at: access.at,
    origin: {
      kind: kind === "access" ? undefined : kind,
      device: device.key,
      model: device.modelKey,
      deviceId: deviceId?.key,
      prefix: network.address.prefix,
      place: place === null ? undefined : roundPlace(place),
      country: place === null ? (network.country ?? undefined) : undefined,
      trustedFix: isTrustedFix(access) ? true : undefined,
    },
    status: statusOf(assessment, gain),
    hasHostVerdict: undefined,
    score,
    evidence: reasons.length > 0 ? evidence : undefined,
    scoredAt,
  };
}
