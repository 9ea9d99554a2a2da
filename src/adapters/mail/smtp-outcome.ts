import { sanitizeReply } from "./sanitize-reply.ts";
import type { MailOutcome } from "./mail.ts";

/** The parts of an SMTP client's error that tell what happened (nodemailer's names). */
export interface SmtpFailure extends Error {
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

/** RFC 5321 §4.2.3: the mail is larger than the server takes, whoever sends it. */
const TOO_LARGE = 552;

/**
 * What a failed SMTP transaction means for its mail. 5yz is final where the answer is about this mail or its
 * recipient (RCPT TO, DATA); before that it is about us (greeting, AUTH, sender), which an operator can mend while
 * the queue retries. 4yz and broken connections are always for later (RFC 5321 §4.2.1).
 * @param handedOver whether the server had been given the whole mail and not answered.
 */
export function outcomeOf(failure: SmtpFailure, handedOver: boolean): MailOutcome {
  const reason = sanitizeReply(failure.response ?? failure.message);
  const status = failure.responseCode ?? 0;
  const aboutThisMail = failure.command === "RCPT TO" || failure.command === "DATA" || status === TOO_LARGE;
  if (status >= 500 && aboutThisMail) return { status: "refused", reason };
  // The client's own checks: an address it cannot put on the wire, a mail above the announced SIZE.
  if (status === 0 && (failure.code === "EENVELOPE" || failure.code === "EMESSAGE")) {
    return { status: "refused", reason };
  }
  return handedOver && status === 0 ? { status: "retry", reason, inDoubt: true } : { status: "retry", reason };
}
