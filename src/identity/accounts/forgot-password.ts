import type { RequestContext } from "../../context.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { commit } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { insertSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import { DUMMY_USER_ID, findAccount } from "./queries.ts";

/**
 * Enqueues an email with a password-reset link for an address's account, locked or not. For an unknown address, writes
 * an equal row for the dummy account and enqueues no email, so that the response does not reveal whether the account
 * exists.
 */
export async function forgotPassword(ctx: RequestContext, email: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const [account] = await findAccount(db, emailKey(email));
  const userId = account?.id ?? DUMMY_USER_ID;
  const token = await issueSecret(ctx, "reset_password", { owner: userId });
  const message = busMessage(ctx, "account.mail", { user_id: userId, kind: "reset_password", token_id: token.id });
  await commit(ctx, {
    by: "service",
    changes: { issued: insertSecret(db, token.row) },
    messages: account === undefined ? [] : [message],
    at: ctx.clock.now(),
    lost: "not_found",
  });
}
