import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import { composeMime } from "../../src/adapters/mail/mime.ts";
import { parseSender } from "../../src/adapters/mail/sender.ts";
import { type Answer, json } from "./answer.ts";
import type { CaughtMails, CaughtTexts } from "./caught.ts";
import type { FaultPlan } from "./faults.ts";

const TagText = z.string().regex(/^[\w-]{1,256}$/);

/** The documented request: https://resend.com/docs/api-reference/emails/send-email. Unknown fields are rejected. */
const SendRequest = z.strictObject({
  from: z.string().min(3),
  to: z.array(z.email()).min(1).max(50),
  reply_to: z.email().optional(),
  subject: z.string(),
  html: z.string().default(""),
  text: z.string().default(""),
  headers: z.record(z.string(), z.string()).default({}),
  tags: z.array(z.strictObject({ name: TagText, value: TagText })).default([]),
  attachments: z
    .array(
      z.strictObject({
        filename: z.string(),
        content: z.base64(),
        content_type: z.string().default("application/octet-stream"),
        content_id: z.string().max(128).optional(),
      }),
    )
    .default([]),
});

/** Test double of the hosted email API. Validates requests as documented, and stores the emails with the caught ones. */
export class HostedMailDouble {
  readonly #mails: CaughtMails;
  readonly #faults: FaultPlan;
  /** Idempotency key → the body of the request and the ID in the response. */
  readonly #sent = new Map<string, { body: string; id: string }>();

  constructor(mails: CaughtMails, faults: FaultPlan) {
    this.#mails = mails;
    this.#faults = faults;
  }

  /** `POST /resend/emails` */
  async sendEmail(headers: IncomingHttpHeaders, body: string): Promise<Answer | "drop"> {
    const { authorization, "idempotency-key": key = "", "content-type": type = "" } = headers;
    if (authorization === undefined) return mailProblem(401, "missing_api_key", "Missing API key");
    if (!/^Bearer re_\w+$/.test(authorization)) return mailProblem(403, "invalid_api_key", "API key is invalid");
    if (!type.startsWith("application/json")) return mailProblem(400, "validation_error", "not JSON");
    const request = SendRequest.safeParse(JSON.parse(body));
    if (!request.success) return mailProblem(422, "validation_error", z.prettifyError(request.error));
    if (typeof key !== "string" || key.length > 256)
      return mailProblem(400, "invalid_idempotency_key", "1-256 characters");
    const earlier = this.#sent.get(key);
    if (earlier?.body === body) return json({ id: earlier.id });
    if (earlier !== undefined) return mailProblem(409, "invalid_idempotent_request", "key used with another payload");
    return this.#store(request.data, key, body);
  }

  async #store(request: z.infer<typeof SendRequest>, key: string, body: string): Promise<Answer | "drop"> {
    const { to, subject, html, text, headers } = request;
    const [recipient = ""] = to;
    const fault = this.#faults.atRecipient(recipient);
    if (fault?.code === 550) return mailProblem(422, "validation_error", `Invalid \`to\` field: ${recipient}`);
    if (fault !== null) return mailProblem(429, "rate_limit_exceeded", "Too many requests", { "retry-after": "7" });
    const drop = await this.#faults.atContent(to);
    if (drop === "data") return "drop";
    const replyTo = request.reply_to === undefined ? {} : { replyTo: request.reply_to };
    const attachments = request.attachments.map((file) => ({
      filename: file.filename,
      contentType: file.content_type,
      content: Buffer.from(file.content, "base64"),
      ...(file.content_id === undefined ? {} : { contentId: file.content_id }),
    }));
    const mail = { to: recipient, ...replyTo, subject, html, text, headers, attachments, idempotencyKey: key };
    const sender = parseSender(request.from);
    const { bytes } = await composeMime(mail, sender, Date.now());
    const tags = request.tags;
    const envelope = { from: sender.address, to, auth: null, tls: false, via: "hosted", tags } as const;
    const { id } = await this.#mails.add(Buffer.from(bytes), envelope);
    if (key !== "") this.#sent.set(key, { body, id });
    return drop === "answer" ? "drop" : json({ id });
  }
}

function mailProblem(statusCode: number, name: string, message: string, headers: Record<string, string> = {}): Answer {
  return json({ statusCode, name, message }, statusCode, headers);
}

const MESSAGES_PATH = /^\/twilio\/2010-04-01\/Accounts\/(AC\w+)\/Messages\.json$/;

/** The used fields of the documented form: https://www.twilio.com/docs/messaging/api/message-resource */
const MessageForm = z.strictObject({
  To: z.e164(),
  From: z.string().min(1),
  Body: z.string().min(1).max(1_600),
  StatusCallback: z.url().optional(),
});

/** Receives a text message as a double of the SMS provider. Validates `POST /twilio/2010-04-01/Accounts/{sid}/Messages.json` as documented. */
export async function sendText(
  path: string,
  headers: IncomingHttpHeaders,
  body: string,
  texts: CaughtTexts,
  faults: FaultPlan,
): Promise<Answer | "drop"> {
  const account = MESSAGES_PATH.exec(path)?.[1];
  if (account === undefined) return textProblem(404, 20404, "The requested resource was not found");
  const [scheme, credentials = ""] = String(headers.authorization).split(" ");
  const [user, password] = Buffer.from(credentials, "base64").toString().split(":");
  if (scheme !== "Basic" || user !== account || !password) return textProblem(401, 20003, "Authenticate");
  if (headers["content-type"] !== "application/x-www-form-urlencoded") return textProblem(400, 21620, "not a form");
  const form = MessageForm.safeParse(Object.fromEntries(new URLSearchParams(body)));
  if (!form.success) return textProblem(400, 21211, z.prettifyError(form.error));
  const { To: to, From: from, Body: text, StatusCallback: callback } = form.data;
  const fault = faults.atRecipient(to);
  if (fault?.code === 550) return textProblem(400, 21610, `Attempt to send to unsubscribed recipient ${to}`);
  if (fault !== null) return textProblem(429, 20429, "Too Many Requests", { "retry-after": "7" });
  const drop = await faults.atContent([to]);
  if (drop === "data") return "drop";
  const { sid } = texts.add({ from, to, body: text, status_callback: callback ?? null });
  return drop === "answer" ? "drop" : json({ sid, status: "queued", to, from, error_code: null }, 201);
}

function textProblem(status: number, code: number, message: string, headers: Record<string, string> = {}): Answer {
  return json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status, headers);
}
