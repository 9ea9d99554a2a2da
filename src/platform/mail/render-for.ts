import type { RequestContext } from "../../context.ts";
import type { EmailContent, EmailRecipient } from "./draft.ts";
import { PURPOSES, type Purpose } from "./purposes.ts";
import { ALERTS, unsubscribeUrl } from "./unsubscribe-token.ts";

type Signing = Pick<RequestContext, "config" | "keyring" | "clock">;

/** An email's purpose, and the part of its recipient that a link to unsubscribe names. */
type Unsubscriber = Pick<EmailRecipient, "address" | "hostIds" | "eventId" | "userId"> & { purpose: Purpose };

/** An email with the headers that its purpose decides. */
export type SentContent = EmailContent & { headers?: Record<string, string> };

/** Renders an email with the link of its purpose, and the headers for a mail client's button (RFC 2369 and 8058). */
export async function renderFor(
  ctx: Signing,
  to: Unsubscriber,
  render: (unsubscribeUrl: string | undefined) => Promise<EmailContent>,
): Promise<SentContent> {
  const url = await linkOf(ctx, to);
  const content = await render(url);
  if (url === undefined) return content;
  const headers = { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  return { ...content, headers };
}

/** Returns the link that stops emails of a purpose. Undefined if the purpose has none. */
async function linkOf(ctx: Signing, to: Unsubscriber): Promise<string | undefined> {
  const { eventId, userId } = to;
  const { unsubscribe } = PURPOSES[to.purpose];
  if (unsubscribe === "hosts") return unsubscribeUrl(ctx, to);
  if (unsubscribe === "none" || eventId === null || userId === null) return undefined;
  return `${ctx.config.PUBLIC_URL}/alerts/unsubscribe?token=${await ALERTS.sign(ctx, { eventId, userId })}`;
}
