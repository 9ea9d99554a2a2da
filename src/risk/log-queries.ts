import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import type { Band } from "../platform/risk-bands/bands.ts";
import type { AccessKind } from "./fingerprint.ts";

export interface NewAccessLog {
  eventId: string;
  accessLogId: string;
  guestId: string;
  tokenId: string;
  kind: AccessKind;
  at: number;
  ipAddress: string;
  userAgent: string;
  referrer: string;
  fingerprint: Record<string, string>;
  reasons: string[];
  automated: boolean;
  /** The hash of the device; null where it is no evidence. */
  device: string | null;
  score?: number;
  risk?: Band;
  evidence?: Record<string, unknown>;
  scoredAt?: number | null;
  geoCountry?: string | null;
  geoCity?: string | null;
  geoLat?: number | null;
  geoLon?: number | null;
}

export const insertAccessLog = prepared((db, params: Placeholders<NewAccessLog>) =>
  db.insert(accessLogs).values({
    id: params.accessLogId,
    eventId: params.eventId,
    guestId: params.guestId,
    tokenId: params.tokenId,
    kind: params.kind,
    at: params.at,
    ipAddress: params.ipAddress,
    userAgent: params.userAgent,
    referrer: params.referrer,
    fingerprint: params.fingerprint,
    reasons: params.reasons,
    automated: params.automated,
    score: params.score,
    risk: params.risk,
    evidence: params.evidence,
    scoredAt: params.scoredAt,
    geoCountry: params.geoCountry,
    geoCity: params.geoCity,
    geoLat: params.geoLat,
    geoLon: params.geoLon,
    device: params.device,
  }),
);

/** The last access of a link by a person who seems to have the same device: the same address and user agent. */
export function findLastAccess(
  db: Database,
  link: { eventId: string; guestId: string; tokenId: string },
  client: { ipAddress: string; userAgent: string },
) {
  return db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, link.eventId),
        eq(accessLogs.guestId, link.guestId),
        eq(accessLogs.tokenId, link.tokenId),
        eq(accessLogs.ipAddress, client.ipAddress),
        eq(accessLogs.userAgent, client.userAgent),
        eq(accessLogs.automated, false),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(1);
}
