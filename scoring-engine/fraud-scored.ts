import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type AccessAttempted,
  type FraudScored,
  FraudScoredSchema,
  type ScoreResponse,
  ScoreResponseSchema,
} from "../proto/fraud/v1/fraud_pb.js";
import type { AccessRecord } from "./baseline/guest-baseline.ts";
import { bandOf } from "./score.ts";
import { automatedFetch } from "./signals/automated-fetch.ts";

/** Whether a program made the access: a scanner, a link preview, a crawler. */
export function isAutomated(record: AccessRecord): boolean {
  return record.evidence?.[automatedFetch.name] !== undefined;
}

export function toFraudScored(message: AccessAttempted, record: AccessRecord): FraudScored {
  const { eventId, guestId, tokenId, accessLogId } = message;
  return withFindings(create(FraudScoredSchema, { eventId, guestId, tokenId, accessLogId }), record);
}

/** The answer to the guest's request. @param recorded whether the access is committed in the store */
export function toScoreResponse(record: AccessRecord, recorded: boolean): ScoreResponse {
  return withFindings(create(ScoreResponseSchema, { recorded }), record);
}

/**
 * Sets the fields that both messages share. Assigns them one by one, because an initial value would be copied for every
 * access.
 */
function withFindings<T extends FraudScored | ScoreResponse>(message: T, record: AccessRecord): T {
  const { place } = record.origin;
  const country = place === undefined ? record.origin.country : place.country;
  message.score = record.score;
  message.risk = bandOf(record.score);
  message.scoredAt = timestampFromMs(record.scoredAt);
  message.automated = isAutomated(record);
  if (country) message.geoCountry = country;
  if (place?.city) message.geoCity = place.city;
  if (place !== undefined) {
    message.geoLat = place.lat;
    message.geoLon = place.lon;
  }
  if (record.evidence === undefined) return message;
  for (const [reason, numbers] of Object.entries(record.evidence)) {
    message.reasons.push(reason);
    message.evidence[reason] = JSON.stringify(numbers);
  }
  return message;
}
