import { randomUUID } from "node:crypto";
import PostalMime, { type Attachment, type Email } from "postal-mime";

/** The data of the SMTP session about an email, in addition to its content. */
export interface Envelope {
  from: string;
  to: string[];
  /** AUTH mechanism of the client (`PLAIN`, `LOGIN`), or null. */
  auth: string | null;
  tls: boolean;
  /** Received over SMTP, or by the double of the hosted API. */
  via: "smtp" | "hosted";
  /** Tags of the hosted API, which its reports repeat. */
  tags?: readonly { name: string; value: string }[];
}

/** A received email. */
export interface CaughtMail {
  id: string;
  receivedAt: Date;
  envelope: Envelope;
  raw: Buffer;
  parsed: Email;
}

/** The newest emails, in memory. Older ones are discarded. */
export class CaughtMails {
  readonly #keep: number;
  readonly #onReceived: (mail: CaughtMail) => void;
  #mails: CaughtMail[] = [];
  #received = 0;
  readonly #waiting = new Set<() => void>();

  /** @param onReceived called with each email */
  constructor(keep: number, onReceived: (mail: CaughtMail) => void = () => undefined) {
    this.#keep = keep;
    this.#onReceived = onReceived;
  }

  /** Number of emails received so far, including discarded and deleted ones. */
  get received(): number {
    return this.#received;
  }

  async add(raw: Buffer, envelope: Envelope): Promise<CaughtMail> {
    const parsed = await PostalMime.parse(raw);
    const mail = { id: randomUUID(), receivedAt: new Date(), envelope, raw, parsed };
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, this.#keep);
    this.#received += 1;
    for (const resolve of this.#waiting) resolve();
    this.#onReceived(mail);
    return mail;
  }

  /** Newest first. `to` is compared with whole addresses, case-insensitively. */
  list(to: string | null): CaughtMail[] {
    return to === null ? this.#mails : this.#mails.filter((mail) => isTo(mail, to));
  }

  get(id: string): CaughtMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  /** Waits until `list(to)` has `atLeast` emails or the timeout, then returns it. */
  async waitFor(to: string | null, atLeast: number, ms: number): Promise<CaughtMail[]> {
    const deadline = Date.now() + ms;
    while (this.list(to).length < atLeast && Date.now() < deadline) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, deadline - Date.now());
      this.#waiting.add(resolve);
      await promise;
      clearTimeout(timer);
      this.#waiting.delete(resolve);
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

/** An email in a list. JSON of the API. */
export interface MailSummary {
  id: string;
  received_at: string;
  from: string;
  to: string[];
  subject: string;
  size: number;
}

/** An email with all of its parts. Headers are decoded except for encoded words. */
export interface MailDetail extends MailSummary {
  envelope: Envelope;
  message_id: string | null;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  /** The content at `url` is decoded, with LF as the line end of text files. */
  attachments: {
    filename: string | null;
    content_type: string;
    method: string | null;
    content_id: string | null;
    disposition: string | null;
    size: number;
    url: string;
  }[];
  /** The source, one character per byte (ISO 8859-1). */
  raw: string;
}

export function summaryOf(mail: CaughtMail): MailSummary {
  const { name, address = mail.envelope.from } = mail.parsed.from ?? {};
  return {
    id: mail.id,
    received_at: mail.receivedAt.toISOString(),
    from: name ? `${name} <${address}>` : address,
    to: mail.envelope.to,
    subject: mail.parsed.subject ?? "",
    size: mail.raw.length,
  };
}

export function detailOf(mail: CaughtMail): MailDetail {
  return {
    ...summaryOf(mail),
    envelope: mail.envelope,
    message_id: mail.parsed.messageId ?? null,
    text: mail.parsed.text ?? "",
    html: mail.parsed.html ?? "",
    headers: mail.parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.parsed.attachments.map((file, index) => ({
      filename: file.filename,
      content_type: file.mimeType,
      method: file.method ?? null,
      content_id: file.contentId?.replace(/^<|>$/g, "") ?? null,
      disposition: file.disposition,
      size: bytesOf(file).length,
      url: attachmentUrl(mail, index),
    })),
    raw: mail.raw.toString("latin1"),
  };
}

export function attachmentUrl(mail: CaughtMail, index: number): string {
  return `/api/mails/${mail.id}/attachments/${index}`;
}

export function bytesOf(file: Attachment): Buffer {
  return typeof file.content === "string" ? Buffer.from(file.content) : Buffer.from(new Uint8Array(file.content));
}

/** A text message that the double of the SMS provider received. JSON of the API. */
export interface CaughtText {
  sid: string;
  received_at: string;
  from: string;
  to: string;
  body: string;
  status_callback: string | null;
}

/** The newest text messages, in memory. */
export class CaughtTexts {
  readonly #keep: number;
  #texts: CaughtText[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(text: Omit<CaughtText, "sid" | "received_at">): CaughtText {
    const sid = `SM${randomUUID().replaceAll("-", "")}`;
    const caught = { sid, received_at: new Date().toISOString(), ...text };
    this.#texts = [caught, ...this.#texts].slice(0, this.#keep);
    return caught;
  }

  /** Newest first. */
  list(to: string | null): CaughtText[] {
    return to === null ? this.#texts : this.#texts.filter((text) => text.to === to);
  }

  delete(to: string | null): void {
    this.#texts = to === null ? [] : this.#texts.filter((text) => text.to !== to);
  }
}
