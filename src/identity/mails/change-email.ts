import type { HostTexts } from "../../i18n/texts.ts";
import type { RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
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
