import type { HostTexts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { LINK } from "../../platform/mail/sample-data.ts";
import { greeting, validityOf } from "../../platform/mail/wording.ts";

export interface AccountLockedProps {
  texts: HostTexts;
  name: string;
  resetUrl: string;
  /** Lifetime of the link. */
  validMinutes: number;
}

/** Renders the email that is sent when an account is locked after failed sign-ins. Has the link that unlocks it. */
export function accountLocked({ texts, name, resetUrl, validMinutes }: AccountLockedProps): RenderedMail {
  const { format, sentences } = texts;
  return renderMail({
    texts,
    subject: format("account.locked"),
    preheader: format("account.locked-pre"),
    brand: null,
    heading: format("account.locked"),
    blocks: [
      greeting(name, texts),
      { kind: "paragraph", text: format("account.locked-says") },
      { kind: "button", label: format("account.reset"), href: resetUrl },
      { kind: "note", text: sentences([validityOf(validMinutes, texts), format("account.locked-again")]) },
      { kind: "note", text: format("account.locked-note") },
    ],
    reason: format("account.locked-reason"),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "account-locked": (texts) => accountLocked({ texts, name: "Zoë", resetUrl: LINK, validMinutes: 60 }),
};
