import type * as z from "zod";
import { DEFAULT_THRESHOLDS, type Thresholds } from "../platform/risk-bands/bands.ts";
import { warningFor } from "./networks.ts";
import type { AccessLogRow, AllowlistRow, FeedbackRow } from "./queries.ts";
import type { ThresholdsPreview } from "./read-thresholds.ts";
import type { EventThresholds, Preview } from "./schemas.ts";

export function accessLogOf({ log, guestName, verdict, challenge }: AccessLogRow) {
  return { ...log, guest: { id: log.guestId, name: guestName ?? "" }, deviceId: log.device, verdict, challenge };
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
