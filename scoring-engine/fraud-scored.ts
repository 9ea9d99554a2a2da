import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type AccessAttempted, type FraudScored, FraudScoredSchema } from "../proto/fraud/v1/fraud_pb.js";
import { placeOf } from "./baseline/access-record.ts";
import type { AccessRecord } from "./baseline/guest-baseline.ts";
import { bandOf } from "./score.ts";
import { automatedFetch } from "./signals/automated-fetch.ts";

/** Whether a program made the access: a scanner, a link preview, a crawler. */
export function isAutomated(record: AccessRecord): boolean {
  return record.reasons?.includes(automatedFetch.name) ?? false;
}

/** The FraudScored message of an access. */
export function toFraudScored(message: AccessAttempted, record: AccessRecord): FraudScored {
  const place = placeOf(record);
  const country = place === null ? record.country : place.country;
  // One entry per reason, as compact JSON.
  const evidence = Object.entries(record.evidence ?? {}).map(([code, numbers]) => [code, JSON.stringify(numbers)]);
  return create(FraudScoredSchema, {
    eventId: message.eventId,
    guestId: message.guestId,
    tokenId: message.tokenId,
    accessLogId: message.accessLogId,
    score: record.score,
    risk: bandOf(record.score),
    reasons: [...(record.reasons ?? [])],
    scoredAt: timestampFromMs(record.scoredAt),
    ...(country && { geoCountry: country }),
    ...(place?.city && { geoCity: place.city }),
    ...(place !== null && { geoLat: place.lat, geoLon: place.lon }),
    evidence: Object.fromEntries(evidence),
    automated: isAutomated(record),
  });
}
