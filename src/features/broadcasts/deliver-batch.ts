import { withRetry } from "../../kernel/with-retry.ts";
import type { RequestContext } from "../../request-context.ts";
import { bringHome } from "./bring-home.ts";
import { answerOf, Findings } from "./findings.ts";
import { batchOf, type DeliverMessage } from "./hand-over.ts";
import { type Way, wayOf } from "./lanes.ts";
import type { Reachable } from "./letter.ts";
import { findHead, listOpenRecipients } from "./queries.ts";
import { findReachable } from "./reachable.ts";
import { sendInLanes, waitOf } from "./send-in-lanes.ts";
import { type Try, takeUp } from "./take-up.ts";

/**
 * Sends a message to one batch of its recipients, to each once however often the queue brings it: who has an answer is
 * not written to again, whether the database has it or only the journal, because an earlier try died in between.
 * @throws NotDelivered, or what the database threw, when the batch is to come again
 */
export async function deliverBatch(ctx: RequestContext, message: DeliverMessage): Promise<void> {
  // When another is at work on the batch and dies, the Scheduler hands it over again.
  await takeUp(ctx, batchOf(message), (trial) => deliver(ctx, trial));
}

async function deliver(ctx: RequestContext, trial: Try): Promise<void> {
  const { db } = ctx;
  const { batch, journal, earlier } = trial;
  const [[head], recipients] = await db.batch([findHead(db, batch), listOpenRecipients(db, batch)]);
  // The message is at its end, or gone with its event.
  if (head === undefined) return journal.forget();
  const way = wayOf(ctx, batch, head);
  const findings = new Findings();
  for (const answer of earlier) findings.answer(answer, way.provider);
  const reachable = await findReachable(ctx, head, recipients, findings);
  const sent = await send(ctx, trial, way, reachable, findings);
  const tokensSent = way.isMail ? sent.map(({ tokenId }) => tokenId) : [];
  await bringHome(ctx, trial, recipients, findings, tokensSent);
}

/** Sends, and notes each answer before the next message leaves in its lane. @returns who has got it */
async function send(
  ctx: RequestContext,
  { batch, run, journal }: Try,
  way: Way,
  recipients: readonly Reachable[],
  findings: Findings,
): Promise<Reachable[]> {
  const sent: Reachable[] = [];
  await sendInLanes(ctx, recipients, way.open, async (recipient, outcome) => {
    if (outcome.status === "retry") {
      findings.postpone(recipient.guestId, outcome, way.provider);
      // A server that asks for a wait, and one too long to sit out, asks it of everybody.
      return waitOf(outcome) === null;
    }
    const answer = answerOf(recipient.guestId, outcome);
    findings.answer(answer, way.provider);
    if (outcome.status === "sent") sent.push(recipient);
    const goesOn = await withRetry(() => journal.note(batch.number, run, answer)).catch(() => false);
    findings.isLost ||= !goesOn;
    return goesOn;
  });
  return sent;
}
