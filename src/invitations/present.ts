import type * as z from "zod";
import type { RequestContext } from "../context.ts";
import { toIsoTime, toWireOrNull } from "../kernel/clock.ts";
import { guestTokenOf, linkOf } from "./guest-link.ts";
import type { IssuedLinks } from "./issue-tokens.ts";
import type { MailDecision } from "./mail-decision.ts";
import type { IssuedToken } from "./queries.ts";
import type { AccessToken, IssuedTokens } from "./schemas.ts";

/** A token with its secret and its link. */
export async function presentToken(
  ctx: RequestContext,
  { token, mail }: { token: IssuedToken; mail: MailDecision },
): Promise<z.output<typeof AccessToken>> {
  const secret = await guestTokenOf(ctx, token.id);
  return {
    id: token.id,
    guest_id: token.guestId,
    token: secret,
    link: linkOf(ctx, secret),
    utm_source: token.utmSource,
    created_at: toIsoTime(token.createdAt),
    ...presentMailing(mail),
  };
}

export function presentTokens({ issued, links, overTier }: IssuedLinks): z.output<typeof IssuedTokens> {
  const items = links.map(({ guest: { id, name, email, phone }, tokenId, token, link, mail }) => ({
    guest_id: id,
    name,
    email,
    phone,
    token_id: tokenId,
    token,
    link,
    ...presentMailing(mail),
  }));
  return { items, issued, notified: items.filter(({ notified }) => notified).length, over_tier: [...overTier] };
}

function presentMailing({ notified, reason, notifyAfter }: MailDecision) {
  return { notified, reason, notify_after: toWireOrNull(notifyAfter) };
}
