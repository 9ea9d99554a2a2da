import { eventTime } from "../../i18n/event-time.ts";
import type { HostTexts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { LINK } from "../../platform/mail/sample-data.ts";
import { clientRows, greeting, validityOf } from "../../platform/mail/wording.ts";

export interface VerifyEmailProps {
  texts: HostTexts;
  verifyUrl: string;
  /** Deletes the account. */
  rejectUrl: string;
  validMinutes: number;
  /** Epoch milliseconds; shown in UTC. */
  signedUpAt: number;
  /** Origin of the sign-up. Null if it is unknown. */
  from: { browser: string | null; place: string | null } | null;
}

/**
 * Renders the email with the link that verifies the address of a new account. Its reader may not have signed up, so it
 * says when and from where the sign-up was. It has nothing that was typed.
 */
export function verifyEmail(props: VerifyEmailProps): RenderedMail {
  const { texts, from } = props;
  const { format } = texts;
  const rows = [
    { label: format("notice.when"), value: eventTime(texts, props.signedUpAt, null, "UTC") },
    ...clientRows(texts, from),
  ];
  return renderMail({
    texts,
    subject: format("account.verify"),
    preheader: format("account.verify-pre"),
    brand: null,
    heading: format("account.verify"),
    blocks: [
      greeting("", texts),
      { kind: "paragraph", text: format("account.verify-says") },
      { kind: "button", label: format("account.verify-button"), href: props.verifyUrl },
      { kind: "note", text: validityOf(props.validMinutes, texts) },
      { kind: "paragraph", text: format("account.verify-from") },
      { kind: "details", rows },
      {
        kind: "links",
        lead: format("account.verify-note"),
        links: [{ label: format("mail.not-me"), href: props.rejectUrl }],
      },
    ],
    reason: format("account.verify-reason"),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "verify-email": (texts) =>
    verifyEmail({
      texts,
      verifyUrl: LINK,
      rejectUrl: LINK,
      validMinutes: 1440,
      signedUpAt: Date.UTC(2026, 4, 2, 16, 30),
      from: { browser: "Firefox on Windows", place: "Lisbon, PT" },
    }),
};
