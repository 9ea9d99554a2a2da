import MailComposer from "nodemailer/lib/mail-composer";
import type { Mail } from "./mail.ts";
import { mediaTypeOf } from "./media-type.ts";
import type { Sender } from "./sender.ts";

/** A mail as it goes over the wire. */
export interface MimeMessage {
  /** With angle brackets, as in the header. */
  messageId: string;
  bytes: Uint8Array;
}

/**
 * Builds the MIME form (RFC 5322, 2045–2047, 2231): text and HTML as alternatives, inline images related to the
 * HTML, other files beside them. Every try of one mail gets the same Message-ID.
 */
export async function composeMime(mail: Mail, sender: Sender): Promise<MimeMessage> {
  const messageId = await messageIdFor(mail.idempotencyKey, sender.domain);
  const composer = new MailComposer({
    from: { name: sender.name, address: sender.address },
    // As an object: a string would be parsed as a list of addresses.
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId,
    headers: { ...mail.headers },
    attachments: (mail.attachments ?? []).map((file) => ({
      filename: file.filename,
      contentType: mediaTypeOf(file),
      content: typeof file.content === "string" ? file.content : Buffer.from(file.content),
      ...(file.contentId === undefined ? {} : { cid: file.contentId, contentDisposition: "inline" }),
    })),
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { messageId, bytes: await composer.compile().build() };
}

/** Derived, not random: the same mail sent twice can be recognised as one by mailboxes and by people. */
async function messageIdFor(idempotencyKey: string, domain: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(idempotencyKey)));
  return `<${Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")}@${domain}>`;
}
