import type { RequestContext } from "../../context.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { mailVerification } from "./mail-verification.ts";
import { findAccount } from "./queries.ts";

/**
 * Mails the link that verifies an address once more, where there is an account with it that is not verified. Everything
 * after the lookup happens after the response, so that the response does not reveal whether there is one.
 */
export async function resendVerification(ctx: RequestContext, email: string): Promise<void> {
  const [account] = await findAccount(ctx.accountsDb, emailKey(email));
  ctx.defer(async () => {
    if (account !== undefined && !account.emailVerified) await mailVerification(ctx, { id: account.id, email });
  });
}
