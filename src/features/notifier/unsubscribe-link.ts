import type { RequestContext } from "../../request-context.ts";
import { signUnsubscribe } from "./unsubscribe-token.ts";

/** Where a recipient ends invitations, reminders and broadcasts: a page for people, one click for mailboxes. */
export async function unsubscribeUrl(
  { config, keyring }: Pick<RequestContext, "config" | "keyring">,
  address: string,
): Promise<string> {
  const token = await signUnsubscribe(await keyring.keysFor("unsubscribe"), address);
  return `${config.PUBLIC_URL}/unsubscribe?token=${token}`;
}

/** The headers by which a mailbox offers it beside the sender's name (RFC 2369 and 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
