import type { HostTexts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { LINK } from "../../platform/mail/sample-data.ts";
import { greeting, validityOf } from "../../platform/mail/wording.ts";

export interface ChangeEmailProps {
  texts: HostTexts;
  confirmUrl: string;
  validMinutes: number;
}

/** Renders the email to the new address of an account, with the link that verifies it. */
export function changeEmail({ texts, confirmUrl, validMinutes }: ChangeEmailProps): RenderedMail {
  const { format, sentences } = texts;
  return renderMail({
    texts,
    subject: format("account.change"),
    preheader: format("account.change-pre"),
    brand: null,
    heading: format("account.change"),
    blocks: [
      greeting("", texts),
      { kind: "paragraph", text: format("account.change-says") },
      { kind: "button", label: format("account.change-button"), href: confirmUrl },
      { kind: "note", text: sentences([validityOf(validMinutes, texts), format("account.change-until")]) },
      { kind: "note", text: format("account.change-note") },
    ],
    reason: format("account.change-reason"),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "change-email": (texts) => changeEmail({ texts, confirmUrl: LINK, validMinutes: 1440 }),
};
