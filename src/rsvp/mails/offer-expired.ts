import { oneLine } from "../../kernel/visible-text.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderGuestMail } from "../../platform/mail/guest-mail.ts";
import { GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, phrase } from "../../platform/mail/wording.ts";

export interface OfferExpiredProps extends GuestProps {
  /** Whether the guest may ask for a seat again: replies are open, and the event has not started. */
  canAskAgain: boolean;
}

/** Notifies a guest that a seat offer has expired, and how to get a seat again if that is possible. */
export function offerExpired(props: OfferExpiredProps): RenderedMail {
  const { texts, event, link, canAskAgain } = props;
  const { format } = texts;
  const name = oneLine(event.name);
  return renderGuestMail(props, {
    subject: format("mail.gone-subject", { event: name }),
    preheader: format(canAskAgain ? "mail.gone-pre" : "mail.gone"),
    heading: format("mail.gone"),
    blocks: [
      { kind: "paragraph", text: phrase(texts, canAskAgain ? "mail.gone-says" : "mail.gone-late", { event: name }) },
      ...(canAskAgain ? [{ kind: "paragraph", text: format("mail.gone-again") } as const] : []),
      { kind: "button", label: format("mail.open"), href: link },
      eventDetails(event, texts),
    ],
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "offer-expired": (texts) => offerExpired({ ...GUEST, texts, brand: PALE_BRAND, canAskAgain: true }),
  "offer-expired-late": (texts) => offerExpired({ ...GUEST, texts, canAskAgain: false }),
};
