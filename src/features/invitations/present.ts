import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "./guest-link.ts";
import type { IssuedLink } from "./issue-tokens.ts";
import type { MailDecision } from "./mail-decision.ts";
import type { IssuedToken } from "./queries.ts";
import type { AccessToken, IssuedTokens } from "./schemas.ts";

/** A token with its link, for members, who may pass it on. */
export async function presentToken(
  ctx: RequestContext,
  { token, mail }: { token: IssuedToken; mail: MailDecision },
): Promise<z.output<typeof AccessToken>> {
  return {
    id: token.id,
    guest_id: token.guestId,
    link: await linkFor(ctx, token.id),
    utm_source: token.utmSource,
    created_at: toWire(token.createdAt),
    ...presentMailing(mail),
  };
}

export function presentTokens(issued: number, links: readonly IssuedLink[]): z.output<typeof IssuedTokens> {
  const items = links.map(({ guest: { id, name, email, phone }, tokenId, link, mail }) => {
    return { guest_id: id, name, email, phone, token_id: tokenId, link, ...presentMailing(mail) };
  });
  return { items, issued, notified: items.filter(({ notified }) => notified).length };
}

function presentMailing({ notified, reason, notifyAfter }: MailDecision) {
  return { notified, reason, notify_after: toWireOrNull(notifyAfter) };
}
