import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import {
  eventDetails,
  type GuestProps,
  greeting,
  guestFrame,
  oneLine,
  personalLink,
  phrase,
} from "../../platform/mail/wording.ts";

export interface ReplyUndoneProps extends GuestProps {
  /** The guest's reply before it is valid again. False if there was none. */
  hasEarlier: boolean;
}

/** Tells a guest that the host has undone a reply in the guest's name. Fixed words: a host cannot write in this email. */
export function replyUndone({ texts, guest, event, brand, link, hasEarlier }: ReplyUndoneProps): RenderedMail {
  const { format } = texts;
  const name = oneLine(event.name);
  return renderMail({
    texts,
    subject: format("mail.undone-subject", { event: name }),
    preheader: format(hasEarlier ? "mail.undone-earlier" : "mail.undone-none"),
    brand,
    eyebrow: name,
    heading: format("mail.undone"),
    blocks: [
      greeting(guest, texts),
      { kind: "paragraph", text: phrase(texts, "mail.undone-says", { event: name }) },
      { kind: "paragraph", text: format(hasEarlier ? "mail.undone-earlier" : "mail.undone-none") },
      { kind: "button", label: format("mail.open"), href: link },
      eventDetails(event, texts),
      { kind: "note", text: format("mail.undone-note") },
      personalLink(texts),
    ],
    ...guestFrame(event, texts),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "reply-undone": (texts) => replyUndone({ ...GUEST, texts, hasEarlier: false }),
  "reply-undone-earlier": (texts) => replyUndone({ ...GUEST, texts, brand: PALE_BRAND, hasEarlier: true }),
};
