import { randomUUID } from "node:crypto";
import PostalMime, { type Email } from "postal-mime";

/** The SMTP session's data about a mail, besides its content. */
export interface Envelope {
  from: string;
  to: string[];
  /** AUTH mechanism the client used (`PLAIN`, `LOGIN`), or null. */
  auth: string | null;
  tls: boolean;
  /** How the mail was received: over SMTP, or by the hosted API's double. */
  via: "smtp" | "hosted";
}

/** A received mail. */
export interface CaughtMail {
  id: string;
  receivedAt: Date;
  envelope: Envelope;
  raw: Buffer;
  parsed: Email;
}

/** The newest mails, in memory; older ones are discarded. */
export class CaughtMails {
  readonly #keep: number;
  readonly #onReceived: (mail: CaughtMail) => void;
  #mails: CaughtMail[] = [];
  #received = 0;
  readonly #waiting = new Set<() => void>();

  /** @param onReceived called with each mail */
  constructor(keep: number, onReceived: (mail: CaughtMail) => void = () => undefined) {
    this.#keep = keep;
    this.#onReceived = onReceived;
  }

  /** Number of mails received so far, including discarded and deleted ones. */
  get received(): number {
    return this.#received;
  }

  async add(raw: Buffer, envelope: Envelope): Promise<CaughtMail> {
    const parsed = await PostalMime.parse(raw);
    const mail = { id: randomUUID(), receivedAt: new Date(), envelope, raw, parsed };
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, this.#keep);
    this.#received += 1;
    for (const wake of this.#waiting) wake();
    this.#onReceived(mail);
    return mail;
  }

  /** Newest first; `to` is compared with whole addresses, case-insensitively. */
  list(to: string | null): CaughtMail[] {
    return to === null ? this.#mails : this.#mails.filter((mail) => isTo(mail, to));
  }

  get(id: string): CaughtMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  /** Waits until `list(to)` has `atLeast` mails or the timeout, then returns it. */
  async waitFor(to: string | null, atLeast: number, ms: number): Promise<CaughtMail[]> {
    const deadline = Date.now() + ms;
    while (this.list(to).length < atLeast && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, deadline - Date.now());
        this.#waiting.add(done);
      });
    }
    return this.list(to);
  }

  delete(to: string | null): void {
    this.#mails = to === null ? [] : this.#mails.filter((mail) => !isTo(mail, to));
  }
}

function isTo(mail: CaughtMail, address: string): boolean {
  const recipient = address.toLowerCase();
  return mail.envelope.to.some((to) => to.toLowerCase() === recipient);
}
