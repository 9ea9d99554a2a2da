import { emailKey } from "../../kernel/email-address.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { issueOneTimeToken } from "./one-time-token.ts";
import { findAccount, insertOneTimeToken, NOBODY_ID } from "./queries.ts";

/**
 * Owes the owner of an address a link to choose a new password, locked or not. For an address that nobody has the
 * same is written for the account of nobody, and no mail is owed: the caller cannot tell.
 */
export async function forgotPassword(ctx: RequestContext, email: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const [account] = await findAccount(db, emailKey(email));
  const userId = account?.id ?? NOBODY_ID;
  const token = await issueOneTimeToken(ctx, "reset_password", userId);
  const message = busMessage(ctx, "account.mail", { user_id: userId, kind: "reset_password", token_id: token.id });
  const outboxEntries = enqueue(ctx, account === undefined ? [] : [message]);
  await db.batch([insertOneTimeToken(db, token.row), ...outboxEntries.statements]);
  outboxEntries.publishAfterResponse();
}
