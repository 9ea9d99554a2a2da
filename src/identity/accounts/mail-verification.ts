import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { insertSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import { findAccount, isUnverified } from "./queries.ts";

/** Limit of password resets: enough for retries, too few to flood a mailbox. */
const SIGNUP_MAILS = { name: "signup-mail", limit: 3, windowSeconds: 3_600 };

/**
 * Whether another sign-up mail may be sent to an address. Counted for every address, with an account or without, and
 * never visible to the client: it only keeps others from flooding a mailbox.
 */
export async function isMailAllowed(ctx: Pick<RequestContext, "rateLimits">, address: string): Promise<boolean> {
  const key = await sha256Hex(emailKey(address));
  // The email is sent when counting fails: its recipient is waiting for it.
  const verdict = await ctx.rateLimits.exact(SIGNUP_MAILS, key).catch(() => null);
  return verdict?.allowed ?? true;
}

/**
 * Emails the link that verifies an account's address again, within the limit of emails to an address. Does nothing for
 * a verified account. Run it after the response, which must not show that it ran.
 */
export async function mailVerification(ctx: RequestContext, account: { id: string; email: string }): Promise<void> {
  if (!(await isMailAllowed(ctx, account.email))) return;
  const { accountsDb: db } = ctx;
  const token = await issueSecret(ctx, "verify_email", { owner: account.id });
  const message = busMessage(ctx, "account.mail", { user_id: account.id, kind: "verify_email", token_id: token.id });
  await isWritten(
    commit(ctx, {
      by: "service",
      guard: [isUnverified(account.id)],
      changes: { issued: insertSecret(db, token.row) },
      messages: [message],
      at: ctx.clock.now(),
      lost: "not_found",
    }),
  );
}

/**
 * Emails the link that verifies an address again, if an unverified account has the address. All work after the lookup
 * happens after the response, so that the response does not reveal the account.
 */
export async function resendVerification(ctx: RequestContext, email: string): Promise<void> {
  const [account] = await findAccount(ctx.accountsDb, emailKey(email));
  ctx.defer(async () => {
    if (account !== undefined && !account.emailVerified) await mailVerification(ctx, { id: account.id, email });
  });
}
