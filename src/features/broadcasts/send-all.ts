import { MINUTE_MS } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { withRetry } from "../../kernel/with-retry.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Attempt } from "./attempt.ts";
import { type Channel, resultOf, retryAfterOf, sendAtPace } from "./channel.ts";
import type { Recipient } from "./recipients.ts";

/** A queue consumer may run for fifteen minutes; who was not reached by then comes again with the rest of the batch. */
const MAX_SENDING_MS = 10 * MINUTE_MS;

/** Sends, and records each result before the next message leaves over its connection. @returns who has got it */
export async function sendAll(
  ctx: RequestContext,
  { batch, attemptId, journal, ids, results }: Attempt,
  channel: Channel,
  recipients: readonly Recipient[],
): Promise<Recipient[]> {
  const deadline = ctx.clock.now() + MAX_SENDING_MS;
  const sent: Recipient[] = [];
  let stopped = false;
  const tasks = recipients.map((recipient) =>
    channel.run(async (connection) => {
      if (stopped || ctx.clock.now() > deadline) return;
      const { guestId } = recipient;
      const outcome = await sendAtPace(ctx.clock, connection, recipient, deadline);
      if (outcome.status === "retry") {
        results.postpone(guestId, outcome.reason, channel.provider, outcome.retryAfterSeconds);
        // A server that asks for a long wait asks it for every mail.
        stopped ||= retryAfterOf(outcome) !== undefined;
        return;
      }
      if (outcome.status === "sent") sent.push(recipient);
      const result = resultOf(guestId, channel.provider, outcome);
      results.add(result);
      const holdsLease = await withRetry(() => journal.record(batch.number, attemptId, result), ids).catch((error) => {
        log("error", "delivery_not_recorded", ids, error);
        return false;
      });
      results.leaseLost ||= !holdsLease;
      stopped ||= !holdsLease;
    }),
  );
  for (const task of await Promise.allSettled(tasks)) if (task.status === "rejected") throw task.reason;
  return sent;
}
