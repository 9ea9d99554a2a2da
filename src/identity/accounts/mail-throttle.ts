import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";

/** The same as for password resets: enough for retries, too few to flood a mailbox. */
const SIGNUP_MAILS = { name: "signup-mail", limit: 3, windowSeconds: 3_600 };

/**
 * Whether another sign-up mail may be sent to an address. Counted for every address, with an account or without, and
 * never visible to the client: it only keeps others from flooding a mailbox.
 */
export async function isMailAllowed(ctx: Pick<RequestContext, "rateLimits">, address: string): Promise<boolean> {
  const key = await sha256Hex(emailKey(address));
  // The mail is sent when counting fails: its recipient is waiting for it.
  const verdict = await ctx.rateLimits.exact(SIGNUP_MAILS, key).catch(() => null);
  return verdict?.allowed ?? true;
}
