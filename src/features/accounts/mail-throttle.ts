import { sha256Hex } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import type { RequestContext } from "../../request-context.ts";

/** As many as forgotten passwords get: enough for a person who tries again, too few to fill a mailbox. */
const SIGNUP_MAILS = { name: "signup-mail", limit: 3, windowSeconds: 3_600 };

/**
 * Whether one more mail about a sign-up may go to an address. Counted for every address, taken or not, and never told
 * to the caller: it only stops strangers from filling somebody's mailbox.
 */
export async function isMailAllowed(ctx: Pick<RequestContext, "rateLimits">, address: string): Promise<boolean> {
  const key = await sha256Hex(emailKey(address));
  // Without the count the mail goes out: the owner of the address is waiting for it.
  const verdict = await ctx.rateLimits.exact(SIGNUP_MAILS, key).catch(() => null);
  return verdict?.allowed ?? true;
}
