import type { MailOutcome } from "./mail.ts";
import { sanitizeReply } from "./sanitize-reply.ts";

/** The fields of a nodemailer error. */
export interface SmtpFailure extends Error {
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

/** RFC 5321 §4.2.3: the mail is larger than the server accepts. */
const TOO_LARGE = 552;

/**
 * The outcome of a failed SMTP transaction. 5yz is final where the reply is about this mail or its recipient (RCPT TO,
 * DATA); before that it is about us (greeting, AUTH, sender), which an operator can fix while the queue retries. 4yz and
 * broken connections are retried (RFC 5321 §4.2.1).
 * @param dataSent whether the server had been sent the whole mail and did not reply
 */
export function outcomeOf(failure: SmtpFailure, dataSent: boolean): MailOutcome {
  const reason = sanitizeReply(failure.response ?? failure.message);
  const status = failure.responseCode ?? 0;
  const aboutThisMail = failure.command === "RCPT TO" || failure.command === "DATA" || status === TOO_LARGE;
  if (status >= 500 && aboutThisMail) return { status: "refused", reason };
  // The client's own checks: an address it cannot put on the wire, a mail above the announced SIZE.
  if (status === 0 && (failure.code === "EENVELOPE" || failure.code === "EMESSAGE")) {
    return { status: "refused", reason };
  }
  return dataSent && status === 0 ? { status: "retry", reason, inDoubt: true } : { status: "retry", reason };
}
