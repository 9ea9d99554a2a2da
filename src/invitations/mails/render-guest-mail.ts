import type { RequestContext } from "../../context.ts";
import type { Companion } from "../../db/schema/rsvps.ts";
import { calendarFile, calendarMethod, calendarOrganizer } from "../../events/calendar.ts";
import { fillPlaceholders, placeholderValues } from "../../events/placeholders/placeholders.ts";
import { wordsIn } from "../../events/placeholders/translated-words.ts";
import { isAsked } from "../../events/reminders/reminder-words.ts";
import { hasDoorCode } from "../../events/seats/seats.ts";
import type { Texts } from "../../i18n/texts.ts";
import { slugify } from "../../kernel/slug.ts";
import { standingOfRsvp } from "../../kernel/standing.ts";
import type { EmailContent } from "../../platform/mail/draft.ts";
import { hostSender } from "../../platform/mail/host-sender.ts";
import { shortDoorCodeFor } from "../door-code/door-code.ts";
import { confirmation, DOOR_CODE_CONTENT_ID } from "./confirmation.ts";
import { type ByPurpose, guestProps, type LinkedGuest } from "./define-guest-mail.ts";
import type { GuestRecipientRow } from "./guest-mail-queries.ts";
import { canAnswer } from "./guest-recipient.ts";
import { invitation } from "./invitation.ts";

/** The invitation of a guest, in the host's words where the event has any. */
export async function renderInvitation(
  ctx: RequestContext,
  row: LinkedGuest,
  byPurpose: ByPurpose,
): Promise<EmailContent> {
  const { event, guest } = row;
  const { props, words, fill, asked } = await fillerFor(ctx, row, byPurpose);
  const mail = invitation({
    ...props,
    description: words === null ? null : event.description,
    partySize: guest.partySize,
    deadline: event.rsvpDeadline,
    hasAnswered: row.rsvp !== null,
    isAsked: asked,
    words: { subject: fill(words?.invitationSubject), body: fill(words?.invitationBody) },
  });
  return { ...hostSender(row, props.texts), ...mail };
}

/**
 * Renders the confirmation of a guest's RSVP, with the URL to report another person's RSVP. For a confirmed seat, the
 * door pass and the calendar file are attached. Without the host's text, it has no text that the holder of the link has
 * typed either: a host can play the guest.
 */
export async function renderConfirmation(
  ctx: RequestContext,
  row: LinkedGuest,
  rsvp: NonNullable<GuestRecipientRow["rsvp"]>,
  { reportUrl = null, ...byPurpose }: ByPurpose & { reportUrl?: string | null },
): Promise<EmailContent> {
  const { props, words, fill } = await fillerFor(ctx, row, byPurpose, standingOfRsvp(rsvp));
  const { hasHostsText } = byPurpose;
  const isComing = hasDoorCode(rsvp);
  const mail = confirmation({
    ...props,
    response: rsvp.response,
    plusOnes: rsvp.plusOnes,
    companions: hasHostsText ? attendingNames(rsvp.companions) : [],
    seat: rsvp.seat,
    offerExpiresAt: rsvp.offerExpiresAt,
    waitlistPosition: rsvp.waitlistPosition,
    reportUrl,
    hasDoorCode: isComing,
    canAnswer: canAnswer(row.event, ctx.clock.now()),
    body: fill(words?.confirmationBody),
  });
  const attachments = isComing
    ? { attachments: await confirmationAttachments(ctx, row, props.texts, hasHostsText) }
    : {};
  return { ...hostSender(row, props.texts), ...mail, ...attachments };
}

/** The names of the attending companions, as far as the guest has named them. */
function attendingNames(companions: readonly Companion[]): string[] {
  return companions.flatMap(({ attending, name }) => (attending && name !== null ? [name] : []));
}

/**
 * Returns the data of an email, the host's custom texts in its language (null: it may have none), and `fill`, which sets
 * this guest's values in them.
 */
async function fillerFor(ctx: RequestContext, row: LinkedGuest, byPurpose: ByPurpose, standing = row.standing) {
  const { event, guest } = row;
  const props = await guestProps(ctx, row, byPurpose);
  const words = byPurpose.hasHostsText ? wordsIn(guest.locale ?? event.locale, row, row.translations) : null;
  const now = ctx.clock.now();
  const asked = isAsked({ standing, canAnswer: canAnswer(event, now) });
  const values = placeholderValues({ ...props, isAsked: asked, event }, props.texts, now);
  const fill = (text: string | null | undefined) => (text == null ? null : fillPlaceholders(text, values));
  return { props, words, fill, asked };
}

/** The door code as an image, and the calendar file. */
async function confirmationAttachments(
  ctx: RequestContext,
  row: LinkedGuest,
  texts: Texts,
  hasHostsText: boolean,
): Promise<NonNullable<EmailContent["attachments"]>> {
  const { event, guest, tokenId } = row;
  const entry = hasHostsText ? event : { ...event, description: null };
  const { png } = await shortDoorCodeFor(ctx, { event, guest: { id: guest.id, tokenId } });
  return [
    {
      filename: "door-pass.png",
      contentType: "image/png",
      content: Uint8Array.fromBase64(png),
      contentId: DOOR_CODE_CONTENT_ID,
    },
    {
      filename: `${slugify(event.name)}.ics`,
      contentType: "text/calendar; charset=utf-8",
      content: calendarFile(entry, await calendarOrganizer(ctx, row, async () => texts)),
      method: calendarMethod(event),
    },
  ];
}
