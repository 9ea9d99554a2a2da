import { DeadlineExceeded, withDeadline } from "../../kernel/deadline.ts";
import { type Mail, type MailAttachment, type MailBackend, type MailOutcome, sessionOf } from "./mail.ts";
import { sanitizeReply } from "./mime.ts";
import { refuseUnsafe } from "./refuse-unsafe.ts";
import { parseSender, senderOf } from "./sender.ts";

const TIMEOUT_MS = 10_000;

/** Errors that a retry would not change; the others are quotas, configuration and faults. */
const FINAL_CODES = new Set([
  "E_CONTENT_TOO_LARGE",
  "E_FIELD_MISSING",
  "E_HEADERS_TOO_LARGE",
  "E_HEADERS_TOO_MANY",
  "E_HEADER_NAME_INVALID",
  "E_HEADER_NOT_ALLOWED",
  "E_HEADER_USE_API_FIELD",
  "E_HEADER_VALUE_INVALID",
  "E_HEADER_VALUE_TOO_LONG",
  "E_RECIPIENT_NOT_ALLOWED",
  "E_RECIPIENT_SUPPRESSED",
  "E_TOO_MANY_ATTACHMENTS",
  "E_TOO_MANY_RECIPIENTS",
  "E_VALIDATION_ERROR",
]);

/**
 * Cloudflare's mail sending (`send_email` binding). It sets Message-ID and Date itself and has no idempotency key, so the
 * outcome of a timeout is in doubt.
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/
 */
export function cloudBackend(binding: SendEmail, from: string, timeoutMs = TIMEOUT_MS): MailBackend {
  const sender = parseSender(from);
  const send = async (mail: Mail): Promise<MailOutcome> => {
    const refusal = refuseUnsafe(mail);
    if (refusal !== null) return refusal;
    const answer = withDeadline(timeoutMs, () =>
      binding.send({
        from: { name: senderOf(sender, mail.fromName).name, email: sender.address },
        to: mail.to,
        ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        ...(mail.headers === undefined ? {} : { headers: mail.headers }),
        ...(mail.attachments === undefined ? {} : { attachments: mail.attachments.map(attachmentOf) }),
      }),
    );
    return answer.then(({ messageId }) => ({ status: "sent", providerMessageId: messageId }), outcomeOf);
  };
  return { name: "cloud", send, session: () => sessionOf(send) };
}

/** The binding takes a media type without parameters; a calendar file has its method inside as well (RFC 5545 §3.7.2). */
function attachmentOf(file: MailAttachment): EmailAttachment {
  const { filename, contentType: type, content } = file;
  return file.contentId === undefined
    ? { disposition: "attachment", filename, type, content }
    : { disposition: "inline", contentId: file.contentId, filename, type, content };
}

function outcomeOf(error: unknown): MailOutcome {
  if (error instanceof DeadlineExceeded) return { status: "retry", reason: "timeout", inDoubt: true };
  const message = error instanceof Error ? error.message : String(error);
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const reason = sanitizeReply([code, message].filter(Boolean).join(" "));
  return FINAL_CODES.has(code) ? { status: "refused", reason } : { status: "retry", reason };
}
