import { runBatch } from "../../db/batch.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { issueOneTimeToken } from "./one-time-token.ts";
import { insertOneTimeToken } from "./one-time-token-queries.ts";
import { countFailedLogin, isNextFailureLocking } from "./queries.ts";

/**
 * Counts a failed login. The one that reaches the limit locks the account and mails its owner a password-reset link, so
 * that others cannot lock the owner out. Later failures are only counted. One batch: parallel failures are each counted
 * once, and exactly one locks.
 */
export async function recordFailedLogin(ctx: RequestContext, userId: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const locks = isNextFailureLocking(userId);
  const token = await issueOneTimeToken(ctx, "reset_password", userId);
  const message = busMessage(ctx, "account.mail", {
    user_id: userId,
    kind: "account_locked",
    token_id: token.id,
  });
  const outboxEntries = enqueue(ctx, [message], locks);
  const { issued } = await runBatch(db, {
    issued: insertOneTimeToken(db, token.row, locks),
    outbox: outboxEntries.statements,
    counted: countFailedLogin(db, userId, clock.now()),
  });
  if (issued[0] !== undefined) outboxEntries.publishAfterResponse();
}
