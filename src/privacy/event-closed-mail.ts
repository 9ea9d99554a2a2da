import { recipientTexts } from "../events/placeholders/recipient-texts.ts";
import { eventTime } from "../i18n/event-time.ts";
import type { Texts } from "../i18n/texts.ts";
import { findGuestRecipient } from "../invitations/mails/guest-mail-queries.ts";
import { oneLine } from "../kernel/visible-text.ts";
import type { MailSamples, RenderedMail } from "../platform/mail/content.ts";
import { defineMail } from "../platform/mail/define-mail.ts";
import { renderMail } from "../platform/mail/layout.ts";
import { EVENT, GUEST_NAME, UNSUBSCRIBE_URL } from "../platform/mail/sample-data.ts";
import { greeting, phrase } from "../platform/mail/wording.ts";

/**
 * The email to a guest of an event that was closed with its owner's account. It comes from the service, in fixed words:
 * the host no longer exists.
 */
export const eventClosedMail = defineMail({
  message: "event_closed.send",
  kind: "event_closed",
  purpose: "closing",
  async find({ db }, { event_id: eventId, guest_id: guestId }) {
    const [row] = await findGuestRecipient(db, eventId, guestId);
    const address = row?.guest.email ?? null;
    if (row === undefined || address === null) return undefined;
    const hostIds = [row.event.hostId];
    return { ...row, recipient: { id: guestId, address, eventId, guestId, userId: null, hostIds } };
  },
  draft(ctx, { guest, event }) {
    return {
      async render(unsubscribeUrl) {
        const texts = await recipientTexts(ctx, { guest: guest.locale, event });
        return eventClosed({ texts, guestName: guest.name, event, unsubscribeUrl });
      },
    };
  },
});

interface EventClosedProps {
  texts: Texts;
  guestName: string;
  event: { name: string; eventDate: number; endTime: number | null; timezone: string };
  unsubscribeUrl: string | undefined;
}

function eventClosed({ texts, guestName, event, unsubscribeUrl }: EventClosedProps): RenderedMail {
  const { format } = texts;
  const name = oneLine(event.name);
  return renderMail({
    texts,
    subject: format("mail.closed-subject", { event: name }),
    preheader: format("mail.closed-ask"),
    brand: null,
    eyebrow: name,
    heading: format("mail.closed"),
    blocks: [
      greeting(guestName, texts),
      { kind: "paragraph", text: phrase(texts, "mail.closed-says", { event: name }) },
      { kind: "paragraph", text: format("mail.closed-ask") },
      {
        kind: "details",
        rows: [{ label: format("mail.when"), value: eventTime(texts, event.eventDate, event.endTime, event.timezone) }],
      },
    ],
    reason: format("mail.closed-reason", { event: name }),
    unsubscribeUrl,
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "event-closed": (texts) =>
    eventClosed({
      texts,
      guestName: GUEST_NAME,
      event: { name: EVENT.name, eventDate: EVENT.startsAt, endTime: EVENT.endsAt, timezone: EVENT.timeZone },
      unsubscribeUrl: UNSUBSCRIBE_URL,
    }),
};
