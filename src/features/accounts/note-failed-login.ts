import { runBatch } from "../../db/batch.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { Services } from "../../services.ts";
import { issueOneTimeToken } from "./one-time-token.ts";
import { countFailedLogin, insertOneTimeToken, isLastFailureBeforeLock } from "./queries.ts";

/**
 * Counts a failed login. The one that reaches the limit locks the account and sends its owner a link to reset the
 * password, so that a lock by strangers keeps nobody out. Later ones are counted and change nothing.
 * One batch: of parallel failures each is counted once, and exactly one locks.
 */
export async function noteFailedLogin(services: Services, userId: string): Promise<void> {
  const { accountsDb: db, clock } = services;
  const locks = isLastFailureBeforeLock(userId);
  const token = await issueOneTimeToken(services, "reset_password", userId);
  const message = busMessage(services, "account.mail", {
    user_id: userId,
    kind: "account_locked",
    token_id: token.id,
  });
  const outboxEntries = enqueue(services, [message], locks);
  const { issued } = await runBatch(db, {
    issued: insertOneTimeToken(db, token.row, locks),
    outbox: outboxEntries.statements,
    countFailedLogin: countFailedLogin(db, userId, clock.now()),
  });
  if (issued[0] !== undefined) outboxEntries.publishAfterResponse();
}
