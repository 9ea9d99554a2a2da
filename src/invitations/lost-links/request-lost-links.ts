import type { RequestContext } from "../../context.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";

/**
 * Asks for the mail that lists an address's open invitations. Looks nobody up: who is invited is read when the message is
 * consumed, so that a request costs and says the same for every address.
 */
export async function requestLostLinks(ctx: RequestContext, email: string): Promise<void> {
  const outboxEntries = enqueue(ctx, [busMessage(ctx, "lost_link.send", { email })]);
  const [first, ...others] = outboxEntries.statements;
  if (first !== undefined) await ctx.db.batch([first, ...others]);
  outboxEntries.publishAfterResponse();
}
