import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type AccessAttempted,
  type FraudScored,
  FraudScoredSchema,
  type ScoreResponse,
  ScoreResponseSchema,
} from "../proto/fraud/v1/fraud_pb.js";
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
  const { eventId, guestId, tokenId, accessLogId } = message;
  return create(FraudScoredSchema, { eventId, guestId, tokenId, accessLogId, ...findingsOf(record) });
}

/** The answer to the guest's request. @param recorded whether the access is committed in the store */
export function toScoreResponse(record: AccessRecord, recorded: boolean): ScoreResponse {
  return create(ScoreResponseSchema, { ...findingsOf(record), recorded });
}

function findingsOf(record: AccessRecord) {
  const place = placeOf(record);
  const country = place === null ? record.country : place.country;
  // One entry per reason, as compact JSON.
  const evidence = Object.entries(record.evidence ?? {}).map(([code, numbers]) => [code, JSON.stringify(numbers)]);
  return {
    score: record.score,
    risk: bandOf(record.score),
    reasons: [...(record.reasons ?? [])],
    scoredAt: timestampFromMs(record.scoredAt),
    ...(country && { geoCountry: country }),
    ...(place?.city && { geoCity: place.city }),
    ...(place !== null && { geoLat: place.lat, geoLon: place.lon }),
    evidence: Object.fromEntries(evidence),
    automated: isAutomated(record),
  };
}
