import type * as z from "zod";
import { toWire, toWireOrNull } from "../kernel/clock.ts";
import { DEFAULT_THRESHOLDS, type Thresholds } from "../platform/risk-bands/bands.ts";
import { warningFor } from "./networks.ts";
import type { AccessLogRow, AllowlistRow, FeedbackRow } from "./queries.ts";
import type { ThresholdsPreview } from "./read-thresholds.ts";
import type { AccessLog, EventThresholds, Preview } from "./schemas.ts";
import { presentScoredAccess } from "./scored-access.ts";

export function presentAccessLog({ log, guestName, verdict, challenge }: AccessLogRow): z.output<typeof AccessLog> {
  return {
    id: log.id,
    guest_id: log.guestId,
    guest: { id: log.guestId, name: guestName ?? "" },
    token_id: log.tokenId,
    at: toWire(log.at),
    ...presentScoredAccess(log),
    ip_address: log.ipAddress,
    user_agent: log.userAgent,
    device_id: log.device,
    referrer: log.referrer,
    fingerprint: log.fingerprint,
    evidence: log.evidence,
    verdict,
    challenge,
    asked_at: toWireOrNull(log.askedAt),
  };
}

export function presentThresholds(thresholds: Thresholds): z.output<typeof EventThresholds> {
  return { ...thresholds, defaults: DEFAULT_THRESHOLDS };
}

export function presentPreview({ proposed, current, total }: ThresholdsPreview): z.output<typeof Preview> {
  return { counts: proposed, current, total };
}

export function entryOf(row: AllowlistRow) {
  const by = { id: row.createdBy, name: row.createdByName };
  return { ...row, by, at: row.createdAt, warning: warningFor(row.ipCidr) ?? undefined };
}

export function feedbackOf(row: FeedbackRow) {
  const by = row.markedBy === null ? null : { id: row.markedBy, name: row.markedByName ?? "" };
  return { ...row, by, at: row.markedAt };
}
