import { eventTime } from "../../i18n/event-time.ts";
import type { HostTexts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { LINK } from "../../platform/mail/sample-data.ts";
import { clientRows, greeting, validityOf } from "../../platform/mail/wording.ts";

export interface ChangeEmailProps {
  texts: HostTexts;
  confirmUrl: string;
  validMinutes: number;
  /** The account's current address, masked. */
  account: string;
  /** When it was requested, epoch milliseconds; shown in UTC. */
  at: number;
  /** Origin of the request. */
  from: { browser: string | null; place: string | null };
}

/**
 * Renders the email to the new address of an account, with the link that verifies it. Its reader may not have requested
 * it, so it shows for which account, when and from where the request was made.
 */
export function changeEmail({ texts, confirmUrl, validMinutes, account, at, from }: ChangeEmailProps): RenderedMail {
  const { format, sentences } = texts;
  const rows = [
    { label: format("account.change-account"), value: account },
    { label: format("notice.when"), value: eventTime(texts, at, null, "UTC") },
    ...clientRows(texts, from),
  ];
  return renderMail({
    texts,
    subject: format("account.change"),
    preheader: format("account.change-pre"),
    brand: null,
    heading: format("account.change"),
    blocks: [
      greeting("", texts),
      { kind: "paragraph", text: format("account.change-says") },
      { kind: "details", rows },
      { kind: "button", label: format("account.change-button"), href: confirmUrl },
      { kind: "note", text: sentences([validityOf(validMinutes, texts), format("account.change-until")]) },
      { kind: "note", text: format("account.change-note") },
    ],
    reason: format("account.change-reason"),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "change-email": (texts) =>
    changeEmail({
      texts,
      confirmUrl: LINK,
      validMinutes: 1440,
      account: "a•••@e•••.com",
      at: Date.UTC(2026, 4, 2, 16, 30),
      from: { browser: "Firefox on Windows", place: "Lisbon, PT" },
    }),
};
