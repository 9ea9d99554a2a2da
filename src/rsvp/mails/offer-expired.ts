import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, greeting, guestFrame, oneLine, phrase } from "../../platform/mail/wording.ts";

export interface OfferExpiredProps extends GuestProps {
  /** Whether the guest may ask for a seat again: replies are open, and the event has not started. */
  canAskAgain: boolean;
}

/** Notifies a guest that a seat offer has expired, and how to get a seat again if that is possible. */
export function offerExpired({ texts, guest, event, brand, link, canAskAgain }: OfferExpiredProps): RenderedMail {
  const { format } = texts;
  const name = oneLine(event.name);
  return renderMail({
    texts,
    subject: format("mail.gone-subject", { event: name }),
    preheader: format(canAskAgain ? "mail.gone-pre" : "mail.gone"),
    brand,
    eyebrow: name,
    heading: format("mail.gone"),
    blocks: [
      greeting(guest, texts),
      { kind: "paragraph", text: phrase(texts, canAskAgain ? "mail.gone-says" : "mail.gone-late", { event: name }) },
      ...(canAskAgain ? [{ kind: "paragraph", text: format("mail.gone-again") } as const] : []),
      { kind: "button", label: format("mail.open"), href: link },
      eventDetails(event, texts),
    ],
    ...guestFrame(event, texts),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "offer-expired": (texts) => offerExpired({ ...GUEST, texts, brand: PALE_BRAND, canAskAgain: true }),
  "offer-expired-late": (texts) => offerExpired({ ...GUEST, texts, canAskAgain: false }),
};
