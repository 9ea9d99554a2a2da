import type { RequestContext } from "../../request-context.ts";
import { signUnsubscribe } from "./unsubscribe-token.ts";

/**
 * The URL where a recipient ends the invitations, reminders and broadcasts of a host: a page in a browser, which offers
 * all hosts as a second choice, and one click in a mail client.
 */
export async function unsubscribeUrl(
  { config, keyring }: Pick<RequestContext, "config" | "keyring">,
  about: { address: string; hostId: string },
): Promise<string> {
  const token = await signUnsubscribe(await keyring.keysFor("unsubscribe"), about);
  return `${config.PUBLIC_URL}/unsubscribe?token=${token}`;
}

/** The headers from which a mail client makes its "unsubscribe" button (RFC 2369 and 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
