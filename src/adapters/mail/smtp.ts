import type { Mail, MailBackend, MailOutcome, MailSession } from "./mail.ts";
import { composeMime, type MimeMessage } from "./mime.ts";
import { refuseUnsafe } from "./refuse-unsafe.ts";
import { parseSender, type Sender } from "./sender.ts";
import { outcomeOf, SMTP_TIMEOUTS, SmtpConnection, type SmtpFailure, type SmtpTimeouts } from "./smtp-connection.ts";
import { parseSmtpUrl, type SmtpServer } from "./smtp-url.ts";

/** Emails per connection; common servers close it after about 100. */
const MAILS_PER_CONNECTION = 100;

/**
 * SMTP over TCP sockets (RFC 5321; STARTTLS by RFC 3207, AUTH by RFC 4954).
 * @param options.url as `parseSmtpUrl`; `from` as `parseSender`. Both throw when malformed.
 */
export function smtpBackend(options: { url: string; from: string; timeouts?: SmtpTimeouts }): MailBackend {
  const server = parseSmtpUrl(options.url);
  const sender = parseSender(options.from);
  const open = () => new SmtpSession(server, sender, options.timeouts ?? SMTP_TIMEOUTS);
  return {
    name: "smtp",
    session: open,
    async send(mail) {
      const session = open();
      const outcome = await session.send(mail);
      await session.close();
      return outcome;
    },
  };
}

/** Sends emails over one connection, one at a time. Opens it with the first email and replaces it when it breaks. */
class SmtpSession implements MailSession {
  readonly #server: SmtpServer;
  readonly #sender: Sender;
  readonly #timeouts: SmtpTimeouts;
  #connection: SmtpConnection | null = null;
  #mailsSent = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(server: SmtpServer, sender: Sender, timeouts: SmtpTimeouts) {
    this.#server = server;
    this.#sender = sender;
    this.#timeouts = timeouts;
  }

  send(mail: Mail): Promise<MailOutcome> {
    const outcome = this.#last.then(() => this.#deliver(mail));
    this.#last = outcome.catch(() => {});
    return outcome;
  }

  async close(): Promise<void> {
    await this.#last;
    const connection = this.#connection;
    this.#connection = null;
    await connection?.quit();
  }

  async #deliver(mail: Mail): Promise<MailOutcome> {
    const refusal = refuseUnsafe(mail);
    if (refusal !== null) return refusal;
    const message = await composeMime(mail, this.#sender, Date.now());
    const reused = this.#connection?.usable === true;
    const outcome = await this.#attempt(mail.to, message);
    // A server may close an idle connection at any moment: then the email is sent over a new one.
    const sessionEnded = outcome.status === "retry" && outcome.inDoubt !== true && this.#connection?.usable !== true;
    return reused && sessionEnded ? this.#attempt(mail.to, message) : outcome;
  }

  async #attempt(to: string, message: MimeMessage): Promise<MailOutcome> {
    let connection: SmtpConnection | null = null;
    try {
      connection = await this.#connected();
      this.#mailsSent += 1;
      await connection.deliver(this.#sender.address, to, message);
      return { status: "sent", providerMessageId: message.messageId };
    } catch (error) {
      const failure: SmtpFailure = error instanceof Error ? error : new Error(String(error));
      const dataSent = connection !== null && !connection.usable && connection.dataSent;
      await this.#recover();
      return outcomeOf(failure, dataSent);
    }
  }

  async #connected(): Promise<SmtpConnection> {
    if (this.#connection?.usable === true && this.#mailsSent < MAILS_PER_CONNECTION) return this.#connection;
    await this.#connection?.quit();
    this.#connection = null;
    this.#connection = await SmtpConnection.open(this.#server, this.#sender.domain, this.#timeouts);
    this.#mailsSent = 0;
    return this.#connection;
  }

  /** Resets the connection for the next email, or closes it if the reset fails. */
  async #recover(): Promise<void> {
    const connection = this.#connection;
    if (connection === null || !connection.usable) return;
    await connection.reset().catch(() => connection.drop());
  }
}
