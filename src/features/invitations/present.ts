import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "./guest-link.ts";
import type { IssuedLink } from "./issue-tokens.ts";
import type { TokenRow } from "./queries.ts";
import type { AccessToken, IssuedTokens } from "./schemas.ts";

/** A token with its link, for members, who may pass it on. */
export async function presentToken(ctx: RequestContext, row: TokenRow): Promise<z.output<typeof AccessToken>> {
  return {
    id: row.id,
    guest_id: row.guestId,
    link: await linkFor(ctx, row.id),
    utm_source: row.utmSource,
    created_at: toWire(row.createdAt),
  };
}

export function presentTokens(issued: number, links: readonly IssuedLink[]): z.output<typeof IssuedTokens> {
  const items = links.map(({ guest: { id, name, email, phone }, tokenId, link, notified }) => {
    return { guest_id: id, name, email, phone, token_id: tokenId, link, notified };
  });
  return { items, issued, notified: items.filter(({ notified }) => notified).length };
}
