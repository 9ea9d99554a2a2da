import * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { hostUnsubscribes } from "../../db/schema/sending.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { signed } from "../secrets/signed.ts";

/**
 * The address in lower case, and the host whose emails the link ends. It does not expire and names no guest, so that a
 * link in an old email works after the guest was deleted.
 */
export const UNSUBSCRIBE = signed("unsubscribe", z.object({ emailKey: z.string(), hostId: z.string() }), null);

/** The content of an unsubscribe link. */
export type Subscription = Pick<typeof hostUnsubscribes.$inferSelect, "emailKey" | "hostId">;

/**
 * Returns the URL that stops a host's invitations, reminders and broadcasts to a recipient. It is a page in a browser,
 * which also offers all hosts, and one click in a mail client.
 */
export async function unsubscribeUrl(
  ctx: Pick<RequestContext, "config" | "keyring" | "clock">,
  { address, hostId }: { address: string; hostId: string },
): Promise<string> {
  const token = await UNSUBSCRIBE.sign(ctx, { emailKey: emailKey(address), hostId });
  return `${ctx.config.PUBLIC_URL}/unsubscribe?token=${token}`;
}

/** Returns the headers for a mail client's "unsubscribe" button (RFC 2369 and 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/**
 * The hosts whose invitations, reminders and broadcasts an address does not get: the link's host, all hosts, or none.
 */
export const UNSUBSCRIBE_SCOPES = ["host", "all", "none"] as const;

export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number];
