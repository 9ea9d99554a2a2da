import { and, desc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import type { Band } from "./bands.ts";
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
  score?: number;
  risk?: Band;
  scoredAt?: number;
}

export type AccessLogRow = Awaited<ReturnType<typeof listAccessLogs>>[number];

/** A score for an access log. Absent geo and evidence keep what is known. */
export interface ScoreRow {
  eventId: string;
  accessLogId: string;
  score: number;
  risk: Band;
  reasons: string[];
  automated: boolean;
  /** Epoch milliseconds. */
  scoredAt: number;
  evidence?: Record<string, unknown>;
  geoCountry?: string | null;
  geoCity?: string | null;
  geoLat?: number | null;
  geoLon?: number | null;
}

/** One access, scored or not yet. */
export function insertAccessLog(db: Database, { accessLogId, ...log }: NewAccessLog) {
  return db.insert(accessLogs).values({ id: accessLogId, ...log });
}

/** Writes a score unless a newer one is there. */
export function updateScore(db: Database, score: ScoreRow) {
  const { eventId, accessLogId, geoCountry, geoCity, geoLat, geoLon, ...found } = score;
  // A place is one thing: its four parts come together or stay together.
  const place = geoLat == null && geoCountry == null ? {} : { geoCountry, geoCity, geoLat, geoLon };
  return db
    .update(accessLogs)
    .set({ ...found, ...place })
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.id, accessLogId),
        or(isNull(accessLogs.scoredAt), lte(accessLogs.scoredAt, score.scoredAt)),
      ),
    );
}

/** The guest has opened the invitation, if this access was a person's and was let in. The first time counts. */
export function markOpenedBy(db: Database, score: Pick<ScoreRow, "eventId" | "accessLogId">) {
  const opening = db
    .select({ guestId: accessLogs.guestId })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, score.eventId),
        eq(accessLogs.id, score.accessLogId),
        eq(accessLogs.kind, "access"),
        eq(accessLogs.automated, false),
        sql`coalesce(${accessLogs.risk}, 'low') <> 'block'`,
      ),
    );
  const at = sql`(select ${accessLogs.at} from ${accessLogs} where ${accessLogs.eventId} = ${score.eventId} and ${accessLogs.id} = ${score.accessLogId})`;
  return db
    .update(guests)
    .set({ openedAt: at })
    .where(
      and(
        eq(guests.eventId, score.eventId),
        eq(guests.id, sql`(${opening})`),
        or(isNull(guests.openedAt), sql`${guests.openedAt} > ${at}`),
      ),
    );
}

/** The thresholds of an event that still stands. */
export function findThresholds(db: Database, eventId: string) {
  return db
    .select({
      fraudMediumThreshold: events.fraudMediumThreshold,
      fraudHighThreshold: events.fraudHighThreshold,
      fraudBlockThreshold: events.fraudBlockThreshold,
    })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** The accesses of an event, newest first, with the guest's name and the host's verdict. */
export function listAccessLogs(
  db: Database,
  eventId: string,
  filter: { risk?: Band | undefined; guestId?: string | undefined; automated?: boolean | undefined },
  beforeId: string | null,
  limit: number,
) {
  return db
    .select({ log: accessLogs, verdict: fraudFeedback.verdict })
    .from(accessLogs)
    .leftJoin(fraudFeedback, eq(fraudFeedback.accessLogId, accessLogs.id))
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        filter.risk === undefined ? undefined : eq(accessLogs.risk, filter.risk),
        filter.guestId === undefined ? undefined : eq(accessLogs.guestId, filter.guestId),
        filter.automated === undefined ? undefined : eq(accessLogs.automated, filter.automated),
        beforeId === null ? undefined : lt(accessLogs.id, beforeId),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(limit);
}
