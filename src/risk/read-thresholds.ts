import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { accessLogCounts, accessLogs } from "../db/schema/access.ts";
import { AppError, type FieldProblem, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type Band, bandOf, type Thresholds, thresholdsOf } from "../platform/risk-bands/bands.ts";
import { findThresholds } from "./queries.ts";

/** Each threshold with the one that has to be below it. */
const ABOVE = [
  ["high", "medium"],
  ["block", "high"],
] as const;

/** @throws AppError 400 `invalid_threshold_order` unless medium < high < block; equal ones leave a band empty */
export function requireAscending(thresholds: Thresholds): void {
  const errors: FieldProblem[] = ABOVE.filter(([upper, lower]) => thresholds[upper] <= thresholds[lower]).map(
    ([upper, lower]) => ({ path: upper, message: `must be above ${lower}` }),
  );
  if (errors.length === 0) return;
  throw new AppError("invalid_threshold_order", { errors });
}

/** Accesses by band under proposed thresholds and under the current ones. */
export interface ThresholdsPreview {
  proposed: BandCounts;
  current: BandCounts;
  total: number;
}

/** The thresholds of an event, or the defaults. */
export async function readThresholds(ctx: RequestContext, caller: EventCaller): Promise<SavedThresholds> {
  const { event } = await authorizeMember(ctx, caller, { event: one(findThresholds(ctx.db, caller.eventId)) });
  if (event === undefined) throw notFound();
  return savedThresholds(event);
}

/** Thresholds with the version of their event. */
export type SavedThresholds = Thresholds & { updatedAt: number };

/** Returns the thresholds of a row. */
export function savedThresholds(row: NonNullable<Awaited<ReturnType<typeof findThresholds>>[number]>): SavedThresholds {
  return { ...thresholdsOf(row), updatedAt: row.updatedAt };
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
  requireAscending(proposed);
  const { db } = ctx;
  const { event, scores } = await authorizeMember(ctx, caller, {
    event: one(findThresholds(db, caller.eventId)),
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
  const loggedCount = sql<number>`sum(${accessLogs.count})`.as("times");
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

/** Number of accesses per band. `unscored` accesses have no score (yet). */
export type BandCounts = Record<Band | "unscored", number>;

/** Accesses with a score; null: without one. */
export interface ScoreCount {
  score: number | null;
  count: number;
}

/** Counts accesses by band under thresholds, with the rule that bands each access. */
export function countBands(scores: readonly ScoreCount[], thresholds: Thresholds): BandCounts {
  const counts: BandCounts = { low: 0, medium: 0, high: 0, block: 0, unscored: 0 };
  for (const { score, count } of scores) counts[score === null ? "unscored" : bandOf(score, thresholds)] += count;
  return counts;
}
