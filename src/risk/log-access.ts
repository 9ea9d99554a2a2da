import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { LIVE_EVENTS } from "../platform/activities/publish-live-events.ts";
import { flushAfterResponse, pending } from "../platform/flush-after-response/flush-after-response.ts";
import type { EffectKind } from "../platform/flush-after-response/flush-queue.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import type { OutboxRow } from "../platform/outbox/outbox-row.ts";
import type { Assessment } from "./assessment.ts";
import { insertAccessLog } from "./log-queries.ts";
import { markOpened, type Opening, type ScoreRow, updateScores } from "./score-queries.ts";

/** Scores for access logs, and guests who have opened the invitation: written after the response. */
const SCORES: EffectKind<ScoreRow> = { statements: (db, scores) => [updateScores(db, scores)] };
const OPENINGS: EffectKind<Opening> = { statements: (db, openings) => [markOpened(db, openings)] };

/** Writes a log with its message in a batch of its own. @returns the rows of the outbox */
export async function storeLog(
  ctx: RequestContext,
  { log, attempted, score, openings }: Assessment,
): Promise<OutboxRow[]> {
  const { db } = ctx;
  const outboxEntries = enqueue(ctx, attempted === null ? [] : [attempted]);
  await runBatch(db, {
    log: insertAccessLog(db, log),
    outbox: outboxEntries.statements,
    // No score will follow.
    opened: score === null && openings.length > 0 ? [markOpened(db, openings)] : [],
  });
  return outboxEntries.rows;
}

/** Publishes what there is to say of an access that is logged, after the response. */
export function publishAccess(
  ctx: RequestContext,
  { score, openings, alerts, live }: Assessment,
  outboxRows: readonly OutboxRow[],
  scored: ScoreRow | null = null,
): void {
  const effects = [
    ...(scored === null ? [] : [pending(SCORES, scored)]),
    ...(score === null || openings.length === 0 ? [] : [pending(OPENINGS, ...openings)]),
    ...(live.length === 0 ? [] : [pending(LIVE_EVENTS, ...live)]),
  ];
  flushAfterResponse(ctx, { outboxRows, messages: alerts, effects });
}
