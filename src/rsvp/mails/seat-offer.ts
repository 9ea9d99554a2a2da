import { dayAndTime } from "../../i18n/event-time.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderGuestMail } from "../../platform/mail/guest-mail.ts";
import { EVENT, GUEST } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, personalLink, phrase } from "../../platform/mail/wording.ts";

export interface SeatOfferProps extends GuestProps {
  /** People in the party, the guest included. */
  heads: number;
  /** Time until which the seats are held, epoch milliseconds. */
  expiresAt: number;
}

/** Offers seats to a waiting party. The button opens a page that asks; no link accepts automatically. */
export function seatOffer(props: SeatOfferProps): RenderedMail {
  const { texts, event, link, heads, expiresAt } = props;
  const { format } = texts;
  const name = oneLine(event.name);
  const date = dayAndTime(texts, expiresAt, event.timeZone);
  return renderGuestMail(props, {
    subject: format("mail.offer-subject", { event: name }),
    preheader: format("mail.offer-pre", { date }),
    heading: format("mail.offer"),
    blocks: [
      { kind: "paragraph", text: phrase(texts, "mail.offer-says", { event: name, date, count: heads }) },
      { kind: "button", label: format("mail.take"), href: link },
      eventDetails(event, texts),
      { kind: "note", text: format("mail.offer-no") },
      // From the start on, no seat goes to the next in line.
      ...(expiresAt < event.startsAt ? [{ kind: "note", text: format("mail.offer-next") } as const] : []),
      personalLink(texts),
    ],
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "seat-offer": (texts) => seatOffer({ ...GUEST, texts, heads: 3, expiresAt: EVENT.startsAt - DAY_MS }),
  "seat-offer-alone": (texts) => seatOffer({ ...GUEST, texts, brand: null, heads: 1, expiresAt: EVENT.startsAt }),
};
