import { runBatch } from "../../db/batch.ts";
import type { RequestContext } from "../../request-context.ts";
import { isInAudience } from "../messages/queries.ts";
import { handOver } from "./hand-over.ts";
import { claimMessage, type DueMessage, insertBatches, insertRecipients, listScheduled } from "./queries.ts";

/**
 * Recipients that a consumer takes at a time. A program that dies loses none of them; a smaller number makes more
 * calls to the database (two a batch), a larger one a batch that takes longer than a consumer may.
 */
export const BATCH_SIZE = 100;
/** Messages in one round: each is four statements, and an invocation has a thousand. */
const MAX_DUE = 100;

/**
 * Claims every message that is due, with its recipients as they are at this moment, and hands it over. Of two
 * schedulers that race, one gets each message.
 * @returns when to look again: at the next due time (epoch milliseconds), null when nothing is scheduled
 */
export async function fireDue(ctx: RequestContext): Promise<number | null> {
  const scheduled = await listScheduled(ctx.db, MAX_DUE + 1);
  const now = ctx.clock.now();
  const due = scheduled.filter(({ sendAt }) => sendAt <= now).slice(0, MAX_DUE);
  for (const message of due) {
    try {
      await fire(ctx, message);
    } catch (error) {
      // One message that cannot be claimed holds up none of the others; it is looked at again with the next round.
      const name = error instanceof Error ? error.name : "unknown";
      console.error(JSON.stringify({ msg: "message_not_fired", message_id: message.id, error: name }));
    }
  }
  return scheduled[due.length]?.sendAt ?? null;
}

/** Writes recipients, batches and claim together or not at all. What is not handed over then, `resumeSending` finds. */
async function fire(ctx: RequestContext, due: DueMessage): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const {
    batches,
    claimed: [claimed],
  } = await runBatch(db, {
    insertRecipients: insertRecipients(db, due, isInAudience(due.audience), now),
    batches: insertBatches(db, due, BATCH_SIZE, now),
    claimed: claimMessage(db, due, now),
  });
  if (claimed === undefined) return;
  console.info(JSON.stringify({ msg: "message_fired", message_id: due.id, batches: batches.length }));
  await handOver(ctx, due, batches);
}
