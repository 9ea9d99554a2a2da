import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { guests } from "../db/schema/guests.ts";
import type { Band } from "../platform/risk-bands/bands.ts";

/** A score for an access log. Absent geo and evidence keep the stored ones. */
export interface ScoreRow {
  eventId: string;
  accessLogId: string;
  score: number;
  risk: Band;
  reasons: string[];
  automated: boolean;
  /** The engine's own time, epoch milliseconds; null for a score that the engine has not recorded: any later one replaces it. */
  scoredAt: number | null;
  evidence?: Record<string, unknown> | undefined;
  geoCountry?: string | null | undefined;
  geoCity?: string | null | undefined;
  geoLat?: number | null | undefined;
  geoLon?: number | null | undefined;
}

/** The key of an access log. */
export type LoggedAccess = Pick<ScoreRow, "eventId" | "accessLogId">;

/** Writes scores, unless a newer one is stored. At most one score for each access. One statement for any number. */
export function updateScores(db: Database, scores: readonly ScoreRow[]) {
  const rows = scores.map(({ eventId, accessLogId, score, risk, reasons, automated, scoredAt, evidence, ...rest }) => {
    const { geoCountry, geoCity, geoLat, geoLon } = rest;
    const place = { geoCountry, geoCity, geoLat, geoLon };
    return { eventId, accessLogId, score, risk, reasons, automated, scoredAt, evidence, ...place };
  });
  return UPDATE_SCORES(db, { list: JSON.stringify(rows) });
}

/** The four columns of a location are replaced together or not at all. */
function withLocation(name: string, column: SQLWrapper): SQL {
  return sql`case when coalesce(${listedField("geoLat")}, ${listedField("geoCountry")}) is null then ${column} else ${listedField(name)} end`;
}

const UPDATE_SCORES = prepared((db, { list }: Placeholders<List>) =>
  db
    .update(accessLogs)
    .set({
      score: listedField("score"),
      risk: listedField("risk"),
      reasons: sql`input.value -> '$.reasons'`,
      automated: listedField("automated"),
      scoredAt: listedField("scoredAt"),
      evidence: sql`coalesce(input.value -> '$.evidence', ${accessLogs.evidence})`,
      geoCountry: withLocation("geoCountry", accessLogs.geoCountry),
      geoCity: withLocation("geoCity", accessLogs.geoCity),
      geoLat: withLocation("geoLat", accessLogs.geoLat),
      geoLon: withLocation("geoLon", accessLogs.geoLon),
    })
    .from(listed(list))
    .where(
      and(isListed(), sql`(${isNull(accessLogs.scoredAt)} or ${accessLogs.scoredAt} <= ${listedField("scoredAt")})`),
    ),
);

/** A guest who has opened the invitation, and when: epoch milliseconds. */
export interface Opening {
  eventId: string;
  guestId: string;
  at: number;
}

/** Sets the guests' `opened_at` to the first of these accesses, or keeps an earlier one. */
export function markOpened(db: Database, openings: readonly Opening[]) {
  return MARK_OPENED(db, { list: JSON.stringify(openings) });
}

const MARK_OPENED = prepared((db, { list }: Placeholders<List>) => {
  const opened = sql`(
    select ${listedField("eventId")} as event_id, ${listedField("guestId")} as guest_id, min(${listedField("at")}) as at
    from ${listed(list)} group by 1, 2) as opened`;
  return db
    .update(guests)
    .set({ openedAt: sql`opened.at` })
    .from(opened)
    .where(
      and(
        eq(guests.eventId, sql`opened.event_id`),
        eq(guests.id, sql`opened.guest_id`),
        sql`(${isNull(guests.openedAt)} or ${guests.openedAt} > opened.at)`,
      ),
    );
});

/** Rows as one bound value, a JSON array: D1 binds at most 100 values. */
export interface List {
  list: string;
}

export function listOf(accesses: readonly LoggedAccess[]): string {
  return JSON.stringify(accesses.map(({ eventId, accessLogId }) => ({ eventId, accessLogId })));
}

export function listed(list: SQLWrapper): SQL {
  return sql`json_each(${list}) as input`;
}

/** A field of a listed row; null where it is absent. */
function listedField(field: string): SQL {
  return sql.raw(`input.value ->> '$.${field}'`);
}

/** Joins access logs to listed rows that name them. */
export function isListed(): SQL | undefined {
  return and(eq(accessLogs.eventId, listedField("eventId")), eq(accessLogs.id, listedField("accessLogId")));
}
