import { withRetry } from "../../kernel/with-retry.ts";
import type { RequestContext } from "../../request-context.ts";
import { Findings } from "./findings.ts";
import { batchOf, type DeliverMessage } from "./hand-over.ts";
import { closeBatch, failOpenRecipients, finishMessage, settleRecipients } from "./queries.ts";
import { takeUp } from "./take-up.ts";

/** The reason of a delivery that failed without a server's answer. */
const GAVE_UP = "gave_up";

/** Another run is at work on the batch: whether it has failed is not known yet. */
class StillAtWork extends Error {
  override readonly name = "StillAtWork";
}

/**
 * Gives up on whoever of a batch has nothing after its last try, and ends the message when it was the last batch. Who
 * has an answer keeps it. Safe to call again.
 * @throws StillAtWork while another run works on the batch
 */
export async function failBatch(ctx: RequestContext, message: DeliverMessage): Promise<void> {
  const { db, clock } = ctx;
  const batch = batchOf(message);
  const isTaken = await takeUp(ctx, batch, async ({ run, journal, earlier }) => {
    const now = clock.now();
    const findings = new Findings();
    for (const answer of earlier) findings.answer(answer, null);
    const [, , , [finished]] = await withRetry(() =>
      db.batch([
        settleRecipients(db, batch, findings.all(), now),
        failOpenRecipients(db, batch, GAVE_UP, now),
        closeBatch(db, batch, now),
        finishMessage(db, batch, now),
      ]),
    );
    if (finished) await journal.forget();
    else await journal.end(batch.number, run, "noted");
  });
  if (!isTaken) throw new StillAtWork();
}
