import type { RequestContext } from "../../context.ts";
import { type ReplyFacts, replyStateOf } from "../../db/standing.ts";
import { EMBED } from "../../events/images/upload-path.ts";
import type { Brand } from "../../kernel/brand.ts";
import type { GuestRecipientRow } from "./guest-mail-queries.ts";

/** True if an email may ask for an RSVP: the event accepts `attending` and has a seat or a waitlist. */
export function canAnswer(event: ReplyFacts, now: number): boolean {
  return replyStateOf(event, now) === "open";
}

/** True if the event is cancelled or over: an email about coming is of no use, whatever the guest has replied. */
export function isOffOrOver(event: ReplyFacts, now: number): boolean {
  return ["cancelled", "over"].includes(replyStateOf(event, now));
}

/** The event's branding with absolute image URLs, if the email may have the host's images. Null without branding. */
export function brandOf(
  { config }: Pick<RequestContext, "config">,
  { branding }: Pick<GuestRecipientRow, "branding">,
  hasImages = true,
): Brand | null {
  if (branding === null) return null;
  const absolute = (path: string | null) =>
    path === null || !hasImages ? null : `${config.PUBLIC_URL}${path}?${EMBED}`;
  const { primaryColor, font, theme } = branding;
  return { primaryColor, font, theme, logoUrl: absolute(branding.logoUrl), coverUrl: absolute(branding.coverUrl) };
}
