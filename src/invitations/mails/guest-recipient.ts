import type { RequestContext } from "../../context.ts";
import { EMBED } from "../../events/images/upload-path.ts";
import type { Brand } from "../../kernel/brand.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import {
  type Draft,
  type EmailRecipient,
  type MailKind,
  NO_RECIPIENT,
  type SkipReason,
} from "../../platform/mail/draft.ts";
import type { GuestRecipientRow } from "./guest-mail-queries.ts";

/** A guest with an email address and a valid link. */
export interface ReachableGuest extends GuestRecipientRow {
  tokenId: string;
  recipient: EmailRecipient;
}

/**
 * The conditions of every mail to a guest: an address, an event that is open, a valid link. Those of one kind of mail are
 * in its own draft.
 * @param rows from `findGuestRecipient`
 */
export function resolveRecipient(
  rows: GuestRecipientRow[],
  kind: MailKind,
): { guest: ReachableGuest } | { skipped: Draft } {
  const [row] = rows;
  const address = row?.guest.email ?? null;
  if (row === undefined || address === null) return { skipped: NO_RECIPIENT };
  const { event, guest, tokenId } = row;
  const recipient = { id: guest.id, address, eventId: event.id, guestId: guest.id, userId: null };
  const skip = (reason: SkipReason) => ({ skipped: { status: "skipped", kind, recipient, reason } as const });
  if (event.deletedAt !== null) return skip("event_closed");
  if (tokenId === null) return skip("link_replaced");
  return { guest: { ...row, tokenId, recipient } };
}

/** Whether an answer other than a no can still be sent: before the deadline and before the event is over. */
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
