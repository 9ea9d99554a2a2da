import type { LiveEvent } from "../../features/monitor/live-event.ts";
import { markOpenedBy, type ScoreRow, updateScores } from "../../features/risk/score-queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { tryPublish } from "../outbox/enqueue.ts";
import type { OutboxRow } from "../outbox/outbox-row.ts";
import { deletePublished } from "../outbox/queries.ts";

/** What a request leaves to be done when it has been answered. */
export interface PendingEffects {
  /** Messages for the bus. Those that are owed have rows in the outbox, which go. */
  outboxRows: readonly OutboxRow[];
  /** Scores for access logs. */
  scores: readonly ScoreRow[];
  /** What the monitors are told. */
  frames: readonly { eventId: string; event: LiveEvent }[];
}

/** What of one database waits in an isolate to be settled. Times are epoch milliseconds. */
export interface FlushQueue {
  waiting: PendingEffects[];
  /** Until when somebody is at it. */
  flushingUntil: number;
  /** When something was settled last. */
  flushedAt: number;
}

/** Requests that are settled at once; each adds half a kilobyte to a statement. */
const MAX_FLUSH_SIZE = 50;
/**
 * Milliseconds from one settlement to the next: a lone guest's is settled at once, those of a crowd gather. Everything
 * that is settled costs a call or several, and no one who watches an event sees a tenth of a second.
 */
const FLUSH_INTERVAL_MS = 100;
/** The platform ends work 30 s after its request's answer: whoever settles for others stops well before. */
const MAX_FLUSH_MS = 10_000;

/**
 * After the answer: puts messages on their queues, writes scores and tells the monitors. Whoever comes while others are
 * being settled waits for those, or for the tenth of a second since the last to pass, and all who wait go together: two
 * calls to the database and the queues, and one to each event's object, for a crowd and not for each guest. What is lost
 * with its isolate comes back: messages that are owed are rows of the outbox, and the bus brings a score once more.
 */
export function flushAfterResponse(ctx: RequestContext, leftover: PendingEffects): void {
  const { clock } = ctx;
  const unsettled = flushQueueOf(ctx);
  // Whoever is at it settles this, too, and nothing is left to do after this answer.
  const isTaken = (): boolean => clock.now() < unsettled.flushingUntil;
  if (isTaken()) {
    unsettled.waiting.push(leftover);
    return;
  }
  ctx.defer(async () => {
    unsettled.waiting.push(leftover);
    if (isTaken()) return;
    const until = clock.now() + MAX_FLUSH_MS;
    unsettled.flushingUntil = until;
    try {
      while (unsettled.waiting.length > 0 && clock.now() < until) {
        await waitForInterval(unsettled, clock.now());
        unsettled.flushedAt = clock.now();
        await flush(ctx, unsettled.waiting.splice(0, MAX_FLUSH_SIZE));
      }
    } finally {
      if (unsettled.flushingUntil === until) unsettled.flushingUntil = 0;
    }
  });
}

/** Whoever settles for others writes to one database: those of another have a turn of their own. */
function flushQueueOf({ flushQueues, shard }: RequestContext): FlushQueue {
  const known = flushQueues.get(shard) ?? { waiting: [], flushingUntil: 0, flushedAt: 0 };
  flushQueues.set(shard, known);
  return known;
}

/** Waits for those who come soon after others. What the same request leaves besides comes along in any case. */
async function waitForInterval({ waiting, flushedAt }: FlushQueue, now: number): Promise<void> {
  const rest = Math.min(FLUSH_INTERVAL_MS, flushedAt + FLUSH_INTERVAL_MS - now);
  if (rest > 0 && waiting.length < MAX_FLUSH_SIZE) await new Promise((resolve) => setTimeout(resolve, rest));
  else await Promise.resolve();
}

async function flush(ctx: RequestContext, leftovers: readonly PendingEffects[]): Promise<void> {
  // The sweep finds what is left.
  const { taken, left } = await tryPublish(
    ctx,
    leftovers.flatMap((leftover) => leftover.outboxRows),
  );
  const isOnQueue = left.length === 0;
  const scores = leftovers.flatMap((leftover) => leftover.scores);
  const frames = leftovers.flatMap((leftover) => leftover.frames);
  const [written, told] = await Promise.allSettled([writeScores(ctx, scores, taken), publishLiveEvents(ctx, frames)]);
  if (!isOnQueue || written.status === "rejected" || told.status === "rejected") {
    const failed = { queue: !isOnQueue, database: written.status === "rejected", monitor: told.status === "rejected" };
    console.error(JSON.stringify({ msg: "unsettled", count: leftovers.length, ...failed }));
  }
}

async function writeScores(
  { db }: RequestContext,
  scores: readonly ScoreRow[],
  onQueue: readonly string[],
): Promise<void> {
  if (scores.length > 0) {
    await db.batch([updateScores(db, scores), markOpenedBy(db, scores), deletePublished(db, onQueue)]);
  } else if (onQueue.length > 0) {
    await db.batch([deletePublished(db, onQueue)]);
  }
}

async function publishLiveEvents({ monitor }: RequestContext, frames: PendingEffects["frames"]): Promise<void> {
  const byEvent = Map.groupBy(frames, ({ eventId }) => eventId);
  await Promise.all(
    [...byEvent].map(([eventId, found]) => monitor.publish(eventId, ...found.map(({ event }) => event))),
  );
}
