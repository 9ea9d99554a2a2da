import { emailKey } from "../../kernel/email-address.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { Services } from "../../services.ts";
import { issueOneTimeToken } from "./one-time-token.ts";
import { findAccount, insertOneTimeToken, NOBODY_ID } from "./queries.ts";

/**
 * Owes the owner of an address a link to choose a new password, locked or not. For an address that nobody has the
 * same is written for the account of nobody, and no mail is owed: the caller cannot tell.
 */
export async function forgotPassword(services: Services, email: string): Promise<void> {
  const { accountsDb: db } = services;
  const [account] = await findAccount(db, emailKey(email));
  const userId = account?.id ?? NOBODY_ID;
  const token = await issueOneTimeToken(services, "reset_password", userId);
  const message = busMessage(services, "account.mail", { user_id: userId, kind: "reset_password", token_id: token.id });
  const outboxEntries = enqueue(services, account === undefined ? [] : [message]);
  await db.batch([insertOneTimeToken(db, token.row), ...outboxEntries.statements]);
  outboxEntries.publishAfterResponse();
}
