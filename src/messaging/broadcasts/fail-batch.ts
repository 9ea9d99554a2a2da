import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { messageDeliveries } from "../../db/schema/messages.ts";
import type { UnsentReason } from "../../kernel/unsent-reasons.ts";
import { withRetry } from "../../kernel/with-retry.ts";
import { acquireLease, type DeliverMessage } from "./attempt.ts";
import { type Batch, closeBatch, finishMessage, isInBatch, updateDeliveries } from "./delivery-queries.ts";

/** The reason of a delivery that failed without a server's answer. */
const GAVE_UP: UnsentReason = "gave_up";

/** Another attempt owns the lease of the batch, so its results are not known yet. */
class AttemptRunning extends Error {
  override readonly name = "AttemptRunning";
}

/**
 * Fails the recipients of a batch who are still open after its last attempt. Finishes the message if it was the last
 * batch. Recorded results stay valid. Idempotent.
 * @throws AttemptRunning while an attempt owns the lease
 */
export async function failBatch(ctx: RequestContext, message: DeliverMessage): Promise<void> {
  const { db, clock } = ctx;
  const isLeased = await acquireLease(ctx, message, async ({ batch, attemptId, journal, ids, results }) => {
    const now = clock.now();
    const { finished } = await withRetry(
      () =>
        runBatch(db, {
          updated: updateDeliveries(db, batch, results.all(), now),
          failed: failOpenRecipients(db, batch, GAVE_UP, now),
          closed: closeBatch(db, batch, now),
          finished: finishMessage(db, batch, now),
        }),
      ids,
    );
    if (finished.length > 0) await journal.clear();
    else await journal.release(batch.number, attemptId, "persisted");
  });
  if (!isLeased) throw new AttemptRunning();
}

/** Fails the pending recipients of a batch. The last answer of a server stays as the reason. */
function failOpenRecipients(db: Database, batch: Batch, reason: UnsentReason, now: number) {
  return db
    .update(messageDeliveries)
    .set({ status: "failed", reason: sql`coalesce(${messageDeliveries.reason}, ${reason})`, updatedAt: now })
    .where(and(isInBatch(batch), eq(messageDeliveries.status, "pending")));
}
