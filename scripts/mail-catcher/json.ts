import type { Attachment } from "postal-mime";
import type { CaughtMail, Envelope } from "./caught-mails.ts";

/** A mail in a list. */
export interface MailSummary {
  id: string;
  received_at: string;
  from: string;
  to: string[];
  subject: string;
  size: number;
}

/** A mail with all of its parts; headers are decoded except for encoded words. */
export interface MailDetail extends MailSummary {
  envelope: Envelope;
  message_id: string | null;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  /** Bytes at `url` are decoded; the line ends of text files become LF. */
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
  const from = mail.parsed.from;
  return {
    id: mail.id,
    received_at: mail.receivedAt.toISOString(),
    from:
      from?.address === undefined ? mail.envelope.from : from.name ? `${from.name} <${from.address}>` : from.address,
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
