import type * as z from "zod";
import { toWire, toWireOrNull } from "../kernel/clock.ts";
import { DEFAULT_THRESHOLDS, type Thresholds } from "../platform/risk-bands/bands.ts";
import { warningFor } from "./networks.ts";
import type { AccessLogRow, AllowlistRow, FeedbackRow } from "./queries.ts";
import type { ThresholdsPreview } from "./read-thresholds.ts";
import type { AccessLog, AllowlistEntry, EventThresholds, Feedback, Preview } from "./schemas.ts";
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

export function presentEntry(row: AllowlistRow): z.output<typeof AllowlistEntry> {
  const warning = warningFor(row.ipCidr);
  return {
    event_id: row.eventId,
    ip_cidr: row.ipCidr,
    note: row.note,
    by: { id: row.createdBy, name: row.createdByName },
    at: toWire(row.createdAt),
    ...(warning === null ? {} : { warning }),
  };
}

export function presentFeedback(row: FeedbackRow): z.output<typeof Feedback> {
  return {
    access_log_id: row.accessLogId,
    verdict: row.verdict,
    note: row.note,
    by: row.markedBy === null ? null : { id: row.markedBy, name: row.markedByName ?? "" },
    at: toWire(row.markedAt),
  };
}
