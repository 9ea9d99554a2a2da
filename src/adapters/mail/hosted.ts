import { type Mail, type MailAttachment, type MailBackend, type MailOutcome, sessionOf } from "./mail.ts";
import { mediaTypeOf, sanitizeReply } from "./mime.ts";
import { refuseUnsafe } from "./refuse-unsafe.ts";
import { formatSender, parseSender, type Sender, senderOf } from "./sender.ts";

/** URL and key of a hosted mail API. */
export interface HostedMailConfig {
  apiKey: string;
  /** Without trailing slash, e.g. `https://api.resend.com`. */
  apiBase: string;
}

/** A request that takes longer is aborted; its idempotency key makes the retry safe. */
const TIMEOUT_MS = 10_000;

/**
 * A hosted mail API with Resend's contract: `POST /emails` with a bearer key, JSON, and `Idempotency-Key` (valid for
 * 24 h, ≤ 256 characters). https://resend.com/docs/api-reference/emails/send-email
 */
export function hostedBackend(config: HostedMailConfig, from: string, timeoutMs = TIMEOUT_MS): MailBackend {
  const sender = parseSender(from);
  const send = async (mail: Mail): Promise<MailOutcome> => {
    const refusal = refuseUnsafe(mail);
    if (refusal !== null) return refusal;
    try {
      const response = await fetch(`${config.apiBase}/emails`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${config.apiKey}`,
          "content-type": "application/json",
          "idempotency-key": mail.idempotencyKey,
        },
        body: JSON.stringify(requestOf(mail, sender)),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return outcomeOf(response, await response.text());
    } catch (error) {
      return { status: "retry", reason: sanitizeReply(error instanceof Error ? error.message : String(error)) };
    }
  };
  return { name: "hosted", send, session: () => sessionOf(send) };
}

function requestOf(mail: Mail, sender: Sender) {
  return {
    from: formatSender(senderOf(sender, mail.fromName)),
    to: [mail.to],
    ...(mail.replyTo === undefined ? {} : { reply_to: mail.replyTo }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // Reports repeat the tags: the ID that the API gives an email does not say where the email is stored.
    tags: [{ name: "shard", value: String(mail.shard) }],
    ...(mail.headers === undefined ? {} : { headers: mail.headers }),
    ...(mail.attachments === undefined ? {} : { attachments: mail.attachments.map(attachmentOf) }),
  };
}

function attachmentOf(file: MailAttachment) {
  return {
    filename: file.filename,
    content: Buffer.from(file.content).toString("base64"),
    content_type: mediaTypeOf(file),
    ...(file.contentId === undefined ? {} : { content_id: file.contentId }),
  };
}

function outcomeOf(response: Response, body: string): MailOutcome {
  const { id, name, message } = fieldsOf(body);
  if (response.ok) return { status: "sent", providerMessageId: id };
  const reason = sanitizeReply([response.status, name, message].filter(Boolean).join(" "));
  // An earlier request with this key was accepted, and the content has changed since: the email is on its way.
  if (name === "invalid_idempotent_request") return { status: "sent", providerMessageId: null };
  if (isFinalStatus(response.status)) return { status: "refused", reason };
  const wait = Number(response.headers.get("retry-after"));
  return wait > 0 ? { status: "retry", reason, retryAfterSeconds: Math.ceil(wait) } : { status: "retry", reason };
}

/** The other client errors are about the API key, the domain, quotas or a concurrent request: a retry can succeed. */
function isFinalStatus(status: number): boolean {
  return status === 400 || status === 413 || status === 422;
}

function fieldsOf(body: string): { id: string | null; name: string; message: string } {
  let json: unknown = null;
  try {
    json = JSON.parse(body);
  } catch {
    // Not JSON, such as a gateway's error page: the status is enough.
  }
  const fields: Record<string, unknown> = typeof json === "object" && json !== null ? { ...json } : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { id: text(fields.id) || null, name: text(fields.name), message: text(fields.message) };
}
