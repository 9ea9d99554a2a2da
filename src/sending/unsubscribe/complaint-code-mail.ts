import type { Texts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { greeting, spacedCode } from "../../platform/mail/wording.ts";

export interface ComplaintCodeProps {
  texts: Texts;
  /** Six digits. */
  code: string;
  validMinutes: number;
}

/** The code with which the reader of a mailbox gets the emails of hosts again. The subject, which locked phones show, lacks it. */
export function complaintCode({ texts, code, validMinutes: count }: ComplaintCodeProps): RenderedMail {
  const { format } = texts;
  return renderMail({
    texts,
    subject: format("mail.code"),
    preheader: format("mail.code-pre", { count }),
    brand: null,
    heading: format("mail.code"),
    blocks: [
      greeting("", texts),
      { kind: "paragraph", text: format("mail.complaint-enter") },
      { kind: "code", text: spacedCode(code) },
      { kind: "note", text: format("mail.code-note", { count }) },
      { kind: "note", text: format("mail.ignore") },
    ],
    reason: format("mail.complaint-reason"),
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "complaint-code": (texts) => complaintCode({ texts, code: "042917", validMinutes: 30 }),
};
