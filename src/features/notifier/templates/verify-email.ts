import type { HostTexts } from "../../../i18n/texts.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { greeting, validityOf } from "./wording.ts";

export interface VerifyEmailProps {
  texts: HostTexts;
  verifyUrl: string;
  validMinutes: number;
}

/** Has the link that verifies the address of a new account. */
export function verifyEmail({ texts, verifyUrl, validMinutes }: VerifyEmailProps): RenderedMail {
  const { format } = texts;
  return renderMail({
    texts,
    subject: format("account.verify"),
    preheader: format("account.verify-pre"),
    brand: null,
    heading: format("account.verify"),
    blocks: [
      greeting("", texts),
      { kind: "paragraph", text: format("account.verify-says") },
      { kind: "button", label: format("account.verify-button"), href: verifyUrl },
      { kind: "note", text: validityOf(validMinutes, texts) },
      { kind: "note", text: format("account.verify-note") },
    ],
    reason: format("account.verify-reason"),
  });
}
