import type * as z from "zod";
import { presenterOf } from "../http/present.ts";
import { DEFAULT_THRESHOLDS } from "../platform/risk-bands/bands.ts";
import type { AccessLogRow, AllowlistRow, FeedbackRow } from "./queries.ts";
import type { SavedThresholds, ThresholdsPreview } from "./read-thresholds.ts";
import { EventThresholds, type Preview } from "./schemas.ts";

const present = presenterOf(EventThresholds);

export function accessLogOf({ log, guestName, verdict, challenge }: AccessLogRow) {
  const guest = { id: log.guestId, name: guestName ?? "" };
  return { ...log, lastAt: log.lastAt ?? log.at, guest, deviceId: log.device, verdict, challenge };
}

/** Returns the API form of thresholds, for uses outside a route's response. */
export function presentThresholds(thresholds: SavedThresholds): z.output<typeof EventThresholds> {
  return present(withDefaults(thresholds));
}

/** The thresholds with the defaults. */
export function withDefaults(thresholds: SavedThresholds) {
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

/** A network with a shorter prefix is larger than a venue's or a company's: a whole provider's, or a country's. */
const SHORTEST_PREFIX = { ipv4: 16, ipv6: 32 } as const;

/** Returns the host's warning about a very large canonical network. Null for any other. */
function warningFor(cidr: string): string | null {
  const [address = "", bits] = cidr.split("/");
  const [kind, name] = address.includes(":") ? (["ipv6", "IPv6"] as const) : (["ipv4", "IPv4"] as const);
  const prefix = Number(bits);
  if (prefix >= SHORTEST_PREFIX[kind]) return null;
  return prefix === 0
    ? `This trusts every ${name} address and switches risk scoring off for them: nobody is scored or blocked.`
    : "This network is very large. Risk scoring is switched off for everybody in it: nobody there is scored or blocked.";
}
