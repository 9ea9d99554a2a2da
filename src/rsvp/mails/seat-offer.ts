import { dayAndTime } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import type { Brand } from "../../kernel/brand.ts";
import type { RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import {
  type EventFacts,
  eventDetails,
  greeting,
  guestFrame,
  oneLine,
  personalLink,
  phrase,
} from "../../platform/mail/wording.ts";

export interface SeatOfferProps {
  /** In the guest's language. */
  texts: Texts;
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
  /** People in the party, the guest included. */
  heads: number;
  /** Until when the seats are held, epoch milliseconds. */
  expiresAt: number;
}

/** Offers seats to a waiting party. The button opens a page that asks; no link accepts automatically. */
export function seatOffer({ texts, guestName, event, brand, link, heads, expiresAt }: SeatOfferProps): RenderedMail {
  const { format } = texts;
  const name = oneLine(event.name);
  const date = dayAndTime(texts, expiresAt, event.timeZone);
  return renderMail({
    texts,
    subject: format("mail.offer-subject", { event: name }),
    preheader: format("mail.offer-pre", { date }),
    brand,
    eyebrow: name,
    heading: format("mail.offer"),
    blocks: [
      greeting(guestName, texts),
      { kind: "paragraph", text: phrase(texts, "mail.offer-says", { event: name, date, count: heads }) },
      { kind: "button", label: format("mail.take"), href: link },
      eventDetails(event, texts),
      { kind: "note", text: format("mail.offer-no") },
      { kind: "note", text: format("mail.offer-next") },
      personalLink(texts),
    ],
    ...guestFrame(event, texts),
  });
}
