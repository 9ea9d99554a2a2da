import type { HostTexts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { SIGN_IN_URL } from "../../platform/mail/sample-data.ts";
import { greeting } from "../../platform/mail/wording.ts";

export interface AlreadyRegisteredProps {
  texts: HostTexts;
  /** The name of the existing account, not the one of the sign-up. */
  name: string;
  loginUrl: string;
  forgotPasswordUrl: string;
}

/** Sent for a sign-up with a taken address: the API must not reveal that to the client. */
export function alreadyRegistered({ texts, name, loginUrl, forgotPasswordUrl }: AlreadyRegisteredProps): RenderedMail {
  const { format } = texts;
  return renderMail({
    texts,
    subject: format("account.taken"),
    preheader: format("account.taken-pre"),
    brand: null,
    heading: format("account.taken"),
    blocks: [
      greeting(name, texts),
      { kind: "paragraph", text: format("account.taken-says") },
      { kind: "button", label: format("account.taken-button"), href: loginUrl },
      {
        kind: "links",
        lead: format("account.taken-forgot"),
        links: [{ label: format("account.taken-reset"), href: forgotPasswordUrl }],
      },
      { kind: "note", text: format("account.taken-note") },
    ],
    reason: format("account.verify-reason"),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "already-registered": (texts) =>
    alreadyRegistered({ texts, name: "Zoë", loginUrl: SIGN_IN_URL, forgotPasswordUrl: SIGN_IN_URL }),
};
