import type { RequestContext } from "../../context.ts";
import { EMBED } from "../../events/images/upload-path.ts";
import type { Brand } from "../../kernel/brand.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import type { GuestRecipientRow } from "./guest-mail-queries.ts";

/** True if `attending` is still accepted: before the deadline and the end of the event. */
export function canAnswer(
  { rsvpDeadline, eventDate, endTime }: Pick<GuestRecipientRow["event"], "rsvpDeadline" | "eventDate" | "endTime">,
  now: number,
): boolean {
  return now < eventWindow({ eventDate, endTime }).endsAt && (rsvpDeadline === null || now < rsvpDeadline);
}

/** The event's branding with absolute image URLs. Null without branding. */
export function brandOf(
  { config }: Pick<RequestContext, "config">,
  { branding }: Pick<GuestRecipientRow, "branding">,
): Brand | null {
  if (branding === null) return null;
  const absolute = (path: string | null) => (path === null ? null : `${config.PUBLIC_URL}${path}?${EMBED}`);
  const { primaryColor, font, theme } = branding;
  return { primaryColor, font, theme, logoUrl: absolute(branding.logoUrl), coverUrl: absolute(branding.coverUrl) };
}
