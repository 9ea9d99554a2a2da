/** A file that travels with a mail. */
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

/** One mail to one recipient; the sender is the backend's configuration. */
export interface Mail {
  /** What sort of mail it is (`invitation`, `reset_password`), for logs. */
  kind?: string;
  /** A bare address, `ana@example.com`; no display name, no list. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Extra headers such as `List-Unsubscribe`; those that the other fields stand for are refused. */
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /**
   * Unique per message and recipient (≤ 256 characters), the same on every try. A backend that can, drops the
   * second mail with one key; the others derive the Message-ID from it, so that mailboxes can tell a repetition.
   */
  idempotencyKey: string;
}

/**
 * What became of one try.
 * - `sent`: the server took responsibility for it (RFC 5321 §6.1).
 * - `refused`: trying again would get the same answer; the delivery has failed.
 * - `retry`: not now. `inDoubt` when the answer was lost after the whole mail was handed over, so that it may have
 *   arrived (RFC 1047); a backend with idempotency keys never sets it.
 *
 * `reason` is the server's answer without addresses and control characters, at most 300 characters.
 */
export type MailOutcome =
  | { status: "sent"; providerMessageId: string | null }
  | { status: "refused"; reason: string }
  | { status: "retry"; reason: string; retryAfterSeconds?: number; inDoubt?: true };

/** Several mails over what is expensive to open. Mails handed in together still leave one after the other. */
export interface MailSession {
  /** As `MailBackend.send`. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Ends the session politely; safe to call twice, never throws. */
  close(): Promise<void>;
}

export type MailBackendName = "hosted" | "smtp" | "cloud" | "log";

/** One way of getting mails out. Expected failures are outcomes, never exceptions, and nothing waits for ever. */
export interface MailBackend {
  readonly name: MailBackendName;
  send(mail: Mail): Promise<MailOutcome>;
  /**
   * For a batch: SMTP keeps one connection open and replaces it when it breaks. A session belongs to the invocation
   * that opened it (a Worker cannot share sockets between requests) and must be closed by it.
   */
  session(): MailSession;
}

/** A session of a backend that has nothing to keep open. */
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
