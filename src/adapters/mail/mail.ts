export interface MailAttachment {
  filename: string;
  /** Media type without the calendar method, e.g. `image/png`, `text/calendar; charset=utf-8`. */
  contentType: string;
  /** Bytes, or text that is sent as UTF-8. */
  content: Uint8Array | string;
  /** Makes the file an inline image that the HTML shows as `<img src="cid:…">` (RFC 2392), without angle brackets. */
  contentId?: string;
  /** iTIP method of a `text/calendar` file (RFC 5546), e.g. `PUBLISH`; becomes a parameter of its media type. */
  method?: string;
}

/** One email to one recipient; the sender's address is configured with the backend. */
export interface Mail {
  /** Such as `invitation` or `reset_password`, for the log. */
  kind?: string;
  /** The row of `PURPOSES` by which it is sent, for the log. */
  purpose: string;
  /** The number of the shard that stores its delivery, for the provider's reports. */
  shard: number;
  /** The sender's display name in place of the configured one, on one line. */
  fromName?: string | undefined;
  /** A bare address for replies. If it is left out, replies go to the sender. */
  replyTo?: string | undefined;
  /** A bare address, `ana@example.com`, without a display name. One address only. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Additional headers such as `List-Unsubscribe`. Headers that the other fields set are rejected. */
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /**
   * Unique per message and recipient (≤ 256 characters), the same for every attempt. A backend that supports keys drops
   * a second email with the same key. Other backends derive the Message-ID from it, so that mailboxes recognise a
   * duplicate.
   */
  idempotencyKey: string;
}

/**
 * The outcome of one attempt.
 * - `sent`: the server took responsibility for the email (RFC 5321 §6.1).
 * - `refused`: final; a retry would get the same reply.
 * - `retry`: not now. `inDoubt` when the reply was lost after the whole email was sent, so that it may have arrived
 *   (RFC 1047); a backend with idempotency keys never sets it.
 *
 * `reason` is the server's reply without addresses and control characters, at most 300 characters.
 */
export type MailOutcome =
  | { status: "sent"; providerMessageId: string | null }
  | { status: "refused"; reason: string }
  | { status: "retry"; reason: string; retryAfterSeconds?: number; inDoubt?: true };

/** Sends several emails over one connection, one at a time, in the order of the calls. */
export interface MailSession {
  /** See `MailBackend.send`. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Closes the connection. Safe to call twice, never throws. */
  close(): Promise<void>;
}

export type MailBackendName = "hosted" | "smtp" | "cloud" | "log";

/** Sends emails. Expected failures are outcomes, not exceptions, and every call has a timeout. */
export interface MailBackend {
  readonly name: MailBackendName;
  send(mail: Mail): Promise<MailOutcome>;
  /**
   * For several emails: SMTP keeps one connection open and replaces it when it breaks. The invocation that opens a
   * session must close it, because a Worker cannot share sockets between requests.
   */
  session(): MailSession;
}

/** A session of a backend without connections. */
export function sessionOf(send: MailSession["send"]): MailSession {
  let last: Promise<unknown> = Promise.resolve();
  return {
    send(mail) {
      const outcome = last.then(() => send(mail));
      last = outcome.catch(() => {});
      return outcome;
    },
    async close() {
      await last;
    },
  };
}
