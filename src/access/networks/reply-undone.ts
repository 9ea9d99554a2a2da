import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderGuestMail } from "../../platform/mail/guest-mail.ts";
import { GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, oneLine, personalLink, phrase } from "../../platform/mail/wording.ts";

export interface ReplyUndoneProps extends GuestProps {
  /** The guest's reply before it is valid again. False if there was none. */
  hasEarlier: boolean;
}

/** Tells a guest that the host has undone a reply in the guest's name. Fixed words: a host cannot write in this email. */
export function replyUndone(props: ReplyUndoneProps): RenderedMail {
  const { texts, event, link, hasEarlier } = props;
  const { format } = texts;
  const name = oneLine(event.name);
  return renderGuestMail(props, {
    subject: format("mail.undone-subject", { event: name }),
    preheader: format(hasEarlier ? "mail.undone-earlier" : "mail.undone-none"),
    heading: format("mail.undone"),
    blocks: [
      { kind: "paragraph", text: phrase(texts, "mail.undone-says", { event: name }) },
      { kind: "paragraph", text: format(hasEarlier ? "mail.undone-earlier" : "mail.undone-none") },
      { kind: "button", label: format("mail.open"), href: link },
      eventDetails(event, texts),
      { kind: "note", text: format("mail.undone-note") },
      personalLink(texts),
    ],
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "reply-undone": (texts) => replyUndone({ ...GUEST, texts, hasEarlier: false }),
  "reply-undone-earlier": (texts) => replyUndone({ ...GUEST, texts, brand: PALE_BRAND, hasEarlier: true }),
};
