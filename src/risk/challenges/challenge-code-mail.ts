import type { Texts } from "../../i18n/texts.ts";
import { safeDisplayName } from "../../kernel/display-name.ts";
import { smsSegments } from "../../kernel/sms-segments.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderGuestMail } from "../../platform/mail/guest-mail.ts";
import { GUEST, LINK } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, reportBlocks, spacedCode } from "../../platform/mail/wording.ts";

export interface ChallengeCodeProps extends GuestProps {
  /** Six digits. */
  code: string;
  validMinutes: number;
  /** URL at which the guest reports another person's request. Null if no access is known. */
  reportUrl: string | null;
}

/** The code verifies that the guest reads this mailbox. It is not in the subject, which locked phones show. */
export function challengeCode(props: ChallengeCodeProps): RenderedMail {
  const { texts, event, code, validMinutes, reportUrl } = props;
  const { format } = texts;
  const name = oneLine(event.name);
  return renderGuestMail(props, {
    subject: format("mail.code-subject", { event: name }),
    preheader: format("mail.code-pre", { count: validMinutes }),
    heading: format("mail.code"),
    blocks: [
      { kind: "paragraph", text: format("mail.code-enter") },
      { kind: "code", text: spacedCode(code) },
      { kind: "note", text: format("mail.code-note", { count: validMinutes }) },
      eventDetails(event, texts),
      ...reportBlocks(reportUrl, "mail.code-report", texts),
    ],
  });
}

/**
 * The code as a text message. Its last line lets phones fill in the code only on that site (WICG, origin-bound one-time
 * codes). The message comes from the service's number to a person who may not know the host. It therefore has the
 * event's name only if the name would do as a sender's, and fits one segment.
 */
export function challengeText(
  { format }: Texts,
  props: { code: string; eventName: string; validMinutes: number; host: string },
): string {
  const { code, eventName, validMinutes: count, host } = props;
  const signed = (says: string) => `${says}\n\n@${host} #${code}`;
  const event = safeDisplayName(eventName);
  const named = event === null ? null : signed(format("sms.code", { code, event, count }));
  if (named !== null && smsSegments(named).segments === 1) return named;
  return signed(format("sms.code-unnamed", { code, count }));
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "challenge-code": (texts) =>
    challengeCode({ ...GUEST, texts, code: "042917", validMinutes: 10, reportUrl: `${LINK}/not-me` }),
};
