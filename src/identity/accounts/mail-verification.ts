import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { insertSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import { isMailAllowed } from "./mail-throttle.ts";
import { isUnverified } from "./queries.ts";

/**
 * Mails the link that verifies an account's address once more, within the limit of mails to an address. Nothing for an
 * account that is verified by now. Run it after the response, which must not show that it ran.
 */
export async function mailVerification(ctx: RequestContext, account: { id: string; email: string }): Promise<void> {
  if (!(await isMailAllowed(ctx, account.email))) return;
  const { accountsDb: db } = ctx;
  const token = await issueSecret(ctx, "verify_email", { owner: account.id });
  const condition = isUnverified(account.id);
  const message = busMessage(ctx, "account.mail", { user_id: account.id, kind: "verify_email", token_id: token.id });
  const outboxEntries = enqueue(ctx, [message], condition);
  const { issued } = await runBatch(db, {
    outbox: outboxEntries.statements,
    issued: insertSecret(db, token.row, condition),
  });
  if (issued[0] !== undefined) outboxEntries.publishAfterResponse();
}
