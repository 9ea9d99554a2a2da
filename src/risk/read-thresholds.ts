import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { accessLogCounts, accessLogs } from "../db/schema/access.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type Thresholds, thresholdsOf } from "../platform/risk-bands/bands.ts";
import { type BandCounts, countBands } from "./band-counts.ts";
import { findThresholds } from "./queries.ts";
import { requireRising } from "./threshold-order.ts";

/** Accesses by band under proposed thresholds and under the current ones. */
export interface ThresholdsPreview {
  proposed: BandCounts;
  current: BandCounts;
  total: number;
}

/** The thresholds of an event, or the defaults. */
export async function readThresholds(ctx: RequestContext, caller: EventCaller): Promise<Thresholds> {
  const {
    event: [event],
  } = await authorizeMember(ctx, caller, { event: findThresholds(ctx.db, caller.eventId) });
  if (event === undefined) throw notFound();
  return thresholdsOf(event);
}

/**
 * Counts the accesses of an event by band under proposed thresholds: SQL groups them by score, `bandOf` does the rest.
 * One round trip.
 * @throws AppError 400 `invalid_threshold_order`
 */
export async function previewThresholds(
  ctx: RequestContext,
  caller: EventCaller,
  proposed: Thresholds,
): Promise<ThresholdsPreview> {
  requireRising(proposed);
  const { db } = ctx;
  const {
    event: [event],
    scores,
  } = await authorizeMember(ctx, caller, {
    event: findThresholds(db, caller.eventId),
    scores: countScores(db, caller.eventId),
  });
  if (event === undefined) throw notFound();
  return {
    proposed: countBands(scores, proposed),
    current: countBands(scores, thresholdsOf(event)),
    total: scores.reduce((sum, { count }) => sum + count, 0),
  };
}

/**
 * Accesses of an event by score, null for unscored. A score can have two rows: one of the access logs, one of the
 * aggregated counts. Reads every access log, returns 204 rows at most.
 */
function countScores(db: Database, eventId: string) {
  const loggedCount = sql<number>`count(*)`.as("times");
  const aggregatedCount = sql<number>`sum(${accessLogCounts.count})`.as("times");
  const logged = db
    .select({ score: accessLogs.score, count: loggedCount })
    .from(accessLogs)
    .where(eq(accessLogs.eventId, eventId))
    .groupBy(accessLogs.score);
  const aggregated = db
    .select({ score: sql<number | null>`nullif(${accessLogCounts.score}, -1)`, count: aggregatedCount })
    .from(accessLogCounts)
    .where(eq(accessLogCounts.eventId, eventId))
    .groupBy(accessLogCounts.score);
  return logged.unionAll(aggregated);
}
