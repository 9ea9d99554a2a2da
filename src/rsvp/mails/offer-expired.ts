import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, greeting, guestFrame, oneLine, phrase } from "../../platform/mail/wording.ts";

/** Notifies a guest that a seat offer has expired, and how to get a seat again. */
export function offerExpired({ texts, guest, event, brand, link }: GuestProps): RenderedMail {
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
      greeting(guest, texts),
      { kind: "paragraph", text: phrase(texts, "mail.gone-says", { event: name }) },
      { kind: "paragraph", text: format("mail.gone-again") },
      { kind: "button", label: format("mail.open"), href: link },
      eventDetails(event, texts),
    ],
    ...guestFrame(event, texts),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "offer-expired": (texts) => offerExpired({ ...GUEST, texts, brand: PALE_BRAND }),
};
