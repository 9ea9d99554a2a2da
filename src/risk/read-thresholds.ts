import type { RequestContext } from "../context.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type Thresholds, thresholdsOf } from "../platform/risk-bands/bands.ts";
import { type BandCounts, countBands } from "./band-counts.ts";
import { countScores, findThresholds } from "./queries.ts";
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
