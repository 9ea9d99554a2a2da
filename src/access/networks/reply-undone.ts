import { oneLine } from "../../kernel/visible-text.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderGuestMail } from "../../platform/mail/guest-mail.ts";
import { GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, personalLink, phrase } from "../../platform/mail/wording.ts";

export interface ReplyUndoneProps extends GuestProps {
  /** The guest's reply before it is valid again. False if there was none. */
  hasEarlier: boolean;
  /** Whether the guest may be asked to reply again. */
  canAnswer: boolean;
}

/** Tells a guest that the host has undone a reply in the guest's name. Fixed words: a host cannot write in this email. */
export function replyUndone(props: ReplyUndoneProps): RenderedMail {
  const { texts, event, link, hasEarlier, canAnswer } = props;
  const { format } = texts;
  const name = oneLine(event.name);
  const state = format(hasEarlier ? "mail.undone-earlier" : canAnswer ? "mail.undone-none" : "mail.undone-late");
  return renderGuestMail(props, {
    subject: format("mail.undone-subject", { event: name }),
    preheader: state,
    heading: format("mail.undone"),
    blocks: [
      { kind: "paragraph", text: phrase(texts, "mail.undone-says", { event: name }) },
      { kind: "paragraph", text: state },
      { kind: "button", label: format("mail.open"), href: link },
      eventDetails(event, texts),
      ...(canAnswer ? [{ kind: "note", text: format("mail.undone-note") } as const] : []),
      personalLink(texts),
    ],
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "reply-undone": (texts) => replyUndone({ ...GUEST, texts, hasEarlier: false, canAnswer: true }),
  "reply-undone-earlier": (texts) =>
    replyUndone({ ...GUEST, texts, brand: PALE_BRAND, hasEarlier: true, canAnswer: true }),
  "reply-undone-late": (texts) => replyUndone({ ...GUEST, texts, hasEarlier: false, canAnswer: false }),
};
