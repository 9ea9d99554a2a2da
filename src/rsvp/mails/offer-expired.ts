import type { Texts } from "../../i18n/texts.ts";
import type { Brand } from "../../kernel/brand.ts";
import type { RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { type EventFacts, eventDetails, greeting, guestFrame, oneLine, phrase } from "../../platform/mail/wording.ts";

export interface OfferExpiredProps {
  /** In the guest's language. */
  texts: Texts;
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
}

/** Notifies a guest that a seat offer has expired, and how to get a seat again. */
export function offerExpired({ texts, guestName, event, brand, link }: OfferExpiredProps): RenderedMail {
  const { format } = texts;
  const name = oneLine(event.name);
  return renderMail({
    texts,
    subject: format("mail.gone-subject", { event: name }),
    preheader: format("mail.gone-pre"),
    brand,
    eyebrow: name,
    heading: format("mail.gone"),
    blocks: [
      greeting(guestName, texts),
      { kind: "paragraph", text: phrase(texts, "mail.gone-says", { event: name }) },
      { kind: "paragraph", text: format("mail.gone-again") },
      { kind: "button", label: format("mail.open"), href: link },
      eventDetails(event, texts),
    ],
    ...guestFrame(event, texts),
  });
}
