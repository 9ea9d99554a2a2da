import * as mime from "nodemailer/lib/mime-funcs";
import * as quotedPrintable from "nodemailer/lib/qp";
import type { Mail, MailAttachment } from "./mail.ts";
import { type Sender, senderOf } from "./sender.ts";

export interface MimeMessage {
  /** With angle brackets. */
  messageId: string;
  bytes: Uint8Array;
}

/** RFC 5322 §2.1.1 asks for at most 78 characters a line, RFC 2045 §6.7 for 76. */
const LINE = 76;

/** Room for the header's name before the first encoded word (RFC 2047 §2). */
const ENCODED_WORD = 52;

/** One MIME part: header lines without the blank line, and its encoded body. */
interface Part {
  headers: string[];
  body: string;
}

/** The longest useful replies (with a link to a policy page) are about this long. */
const MAX_REPLY_CHARS = 300;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]+/gu;

const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/gu;

/**
 * Builds the MIME form (RFC 5322, 2045–2047, 2231): text and HTML as alternatives, inline images related to the HTML,
 * other files after them. Every attempt at one email has the same Message-ID and boundaries. nodemailer's composer
 * takes 15 ms of CPU per email in a Worker, which is too much for a broadcast to thousands.
 * @param nowMs epoch milliseconds for the Date header.
 */
export async function composeMime(
  mail: Omit<Mail, "purpose" | "shard">,
  configured: Sender,
  nowMs: number,
): Promise<MimeMessage> {
  const sender = senderOf(configured, mail.fromName);
  const id = await stableId(mail.idempotencyKey);
  const messageId = `<${id}@${sender.domain}>`;
  const files = mail.attachments ?? [];
  const inline = files.filter((file) => file.contentId !== undefined).map(filePart);
  const attached = files.filter((file) => file.contentId === undefined).map(filePart);

  const html = textPart("text/html", mail.html);
  const shown = inline.length === 0 ? html : multipart('related; type="text/html"', `${id}_r`, [html, ...inline]);
  const alternatives = multipart("alternative", `${id}_a`, [textPart("text/plain", mail.text), shown]);
  const content = attached.length === 0 ? alternatives : multipart("mixed", `${id}_m`, [alternatives, ...attached]);

  const headers = [
    header("From", sender.name === "" ? sender.address : `${displayName(sender.name)} <${sender.address}>`),
    header("To", mail.to),
    ...(mail.replyTo === undefined ? [] : [header("Reply-To", mail.replyTo)]),
    header("Subject", unstructured(mail.subject)),
    header("Message-ID", messageId),
    header("Date", new Date(nowMs).toUTCString().replace("GMT", "+0000")),
    ...Object.entries(mail.headers ?? {}).map(([name, value]) =>
      header(name, isPlain(value) ? value : encodedWords(value)),
    ),
    header("MIME-Version", "1.0"),
    ...content.headers,
  ];
  return { messageId, bytes: Buffer.from(`${headers.join("\r\n")}\r\n\r\n${content.body}\r\n`, "utf8") };
}

/** Derived, not random: an email that was sent twice can be recognised as one. */
async function stableId(idempotencyKey: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(idempotencyKey));
  return Buffer.from(digest, 0, 16).toString("hex");
}

function textPart(type: string, text: string): Part {
  const encoded = quotedPrintable.wrap(quotedPrintable.encode(text.replace(/\r\n?|\n/g, "\r\n")), LINE);
  return {
    headers: [`Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: quoted-printable"],
    body: encoded,
  };
}

function filePart(file: MailAttachment): Part {
  const params: Record<string, string> = { filename: file.filename };
  const value = file.contentId === undefined ? "attachment" : "inline";
  const base64 = Buffer.from(file.content).toString("base64");
  return {
    headers: [
      header("Content-Type", mediaTypeOf(file)),
      ...(file.contentId === undefined ? [] : [header("Content-ID", `<${file.contentId}>`)]),
      "Content-Transfer-Encoding: base64",
      header("Content-Disposition", mime.buildHeaderValue({ value, params })),
    ],
    body: base64.replace(/.{76}(?=.)/g, "$&\r\n"),
  };
}

/** `=_` cannot occur in quoted-printable or base64, so the boundary cannot occur in a body (RFC 2045 §6.7). */
function multipart(subtype: string, id: string, parts: Part[]): Part {
  const boundary = `=_${id}`;
  const bodies = parts.map((part) => `--${boundary}\r\n${part.headers.join("\r\n")}\r\n\r\n${part.body}\r\n`);
  return {
    headers: [header("Content-Type", `multipart/${subtype}; boundary="${boundary}"`)],
    body: `${bodies.join("")}--${boundary}--`,
  };
}

/** Folds at spaces, but not before the first word: some parsers miss a value that starts on the second line. */
function header(name: string, value: string): string {
  return mime.foldLines(`${name}: ${value}`, LINE).replace(/^([^:\s]+:)\r\n /, "$1 ");
}

/** Free text of a header; a word too long for a line cannot be folded and is encoded as well. */
function unstructured(text: string): string {
  return isPlain(text) && !/\S{200}/.test(text) ? text : encodedWords(text);
}

function displayName(name: string): string {
  if (!isPlain(name)) return encodedWords(name);
  return /^[\w ]+$/.test(name) ? name : mime.quoteString(name);
}

function encodedWords(text: string): string {
  return mime.encodeWord(text, shorterEncoding(text), ENCODED_WORD);
}

/** Printable ASCII that does not look like an encoded word and has no spaces that folding would lose. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !text.includes("=?") && text === text.trim();
}

/** Quoted-printable takes three characters for a byte outside ASCII, base64 four for every three bytes. */
function shorterEncoding(text: string): "Q" | "B" {
  const beyondAscii = text.replace(/[ -~]/g, "").length;
  return beyondAscii * 3 > text.length ? "B" : "Q";
}

/** The media type of an attachment with its iTIP method, which calendar clients read from the header (RFC 6047). */
export function mediaTypeOf(file: MailAttachment): string {
  return file.method === undefined ? file.contentType : `${file.contentType}; method=${file.method}`;
}

/**
 * A server's reply in a form that may be logged and shown to a host: one line, without addresses (many servers repeat
 * the recipient), at most 300 characters.
 */
export function sanitizeReply(text: string): string {
  const line = text.replace(CONTROLS, " ").replace(ADDRESS, "(address)").trim();
  return line.length > MAX_REPLY_CHARS ? `${line.slice(0, MAX_REPLY_CHARS - 1)}…` : line;
}
