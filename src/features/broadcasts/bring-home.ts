import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { withRetry } from "../../kernel/with-retry.ts";
import type { RequestContext } from "../../request-context.ts";
import { markTokenSent } from "../invitations/queries.ts";
import { NotDelivered } from "../notifier/deliver.ts";
import type { Findings } from "./findings.ts";
import { closeBatch, finishMessage, settleRecipients } from "./queries.ts";
import type { Try } from "./take-up.ts";

/** The longest that a queue waits between two tries of its own accord: until then nobody is missing. */
const LONGEST_BACKOFF_MS = 2 * MINUTE_MS;

/**
 * Writes what a try has found into the database, in one call, and ends the try; with the last batch the message ends.
 * @param recipients everybody who was open when the try began
 * @param tokensSent the links that have left with a mail
 * @throws NotDelivered when somebody is left who is to be tried again
 */
export async function bringHome(
  { db, clock }: RequestContext,
  { batch, run, journal }: Try,
  recipients: readonly { guestId: string }[],
  findings: Findings,
  tokensSent: readonly string[],
): Promise<void> {
  const now = clock.now();
  const isComplete = findings.isCompleteFor(recipients) && !findings.isLost;
  const [finished] = await withRetry(async () => {
    const settle = settleRecipients(db, batch, findings.all(), now);
    // One by one: a list of them would be read four times.
    const marks = tokensSent.map((tokenId) => markTokenSent(db, tokenId, now));
    if (!isComplete) {
      await db.batch([settle, ...marks]);
      return [];
    }
    return (await db.batch([settle, closeBatch(db, batch, now), finishMessage(db, batch, now), ...marks]))[2];
  });
  tell(batch, findings, finished?.status);
  if (findings.isLost) return;
  if (finished) return journal.forget();
  const nextTryAt = isComplete ? 0 : now + Math.max(LONGEST_BACKOFF_MS, findings.waitSeconds * SECOND_MS);
  await journal.end(batch.number, run, "noted", nextTryAt);
  if (!isComplete) throw new NotDelivered(findings.waitSeconds || undefined);
}

/** One line a batch: how many were left how, and whether the message is at its end. */
function tell(batch: Try["batch"], findings: Findings, ended: string | undefined): void {
  const counts = Object.entries(Object.groupBy(findings.all(), ({ status }) => status)).map(
    ([status, settled]) => [status, settled.length] as const,
  );
  const { messageId, number } = batch;
  console.info(
    JSON.stringify({ msg: "batch_sent", message_id: messageId, batch: number, ...Object.fromEntries(counts), ended }),
  );
}
