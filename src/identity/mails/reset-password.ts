import type { HostTexts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { LINK } from "../../platform/mail/sample-data.ts";
import { greeting, validityOf } from "../../platform/mail/wording.ts";

export interface ResetPasswordProps {
  texts: HostTexts;
  name: string;
  resetUrl: string;
  validMinutes: number;
}

/** Renders the email with the link that sets a new password. */
export function resetPassword({ texts, name, resetUrl, validMinutes }: ResetPasswordProps): RenderedMail {
  const { format, sentences } = texts;
  const validity = validityOf(validMinutes, texts);
  return renderMail({
    texts,
    subject: format("account.reset"),
    preheader: validity,
    brand: null,
    heading: format("account.reset"),
    blocks: [
      greeting(name, texts),
      { kind: "paragraph", text: format("account.reset-says") },
      { kind: "button", label: format("account.reset"), href: resetUrl },
      { kind: "note", text: sentences([validity, format("account.reset-out")]) },
      { kind: "note", text: format("account.reset-note") },
    ],
    reason: format("account.reset-reason"),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "reset-password": (texts) => resetPassword({ texts, name: "Zoë", resetUrl: LINK, validMinutes: 60 }),
};
