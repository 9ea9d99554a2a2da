import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { composeMime } from "../../src/adapters/mail/mime.ts";
import { parseSender } from "../../src/adapters/mail/sender.ts";
import { type Answer, json } from "./answer.ts";
import type { CaughtMails } from "./caught-mails.ts";
import type { FaultPlan } from "./faults.ts";

/** The documented request: https://resend.com/docs/api-reference/emails/send-email. Unknown fields are rejected. */
const SendRequest = z.strictObject({
  from: z.string().min(3),
  to: z.array(z.email()).min(1).max(50),
  reply_to: z.email().optional(),
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z
    .array(
      z.strictObject({
        filename: z.string(),
        content: z.base64(),
        content_type: z.string().optional(),
        content_id: z.string().max(128).optional(),
      }),
    )
    .optional(),
});

/** Test double of the hosted mail API: validates requests as documented, and stores the mails with the caught ones. */
export class HostedMailDouble {
  readonly #mails: CaughtMails;
  readonly #faults: FaultPlan;
  /** Idempotency key → the request's body and the id in the response. */
  readonly #answered = new Map<string, { body: string; id: string }>();

  constructor(mails: CaughtMails, faults: FaultPlan) {
    this.#mails = mails;
    this.#faults = faults;
  }

  /** `POST /resend/emails` */
  async sendEmail(headers: Record<string, string | string[] | undefined>, body: string): Promise<Answer | "drop"> {
    const { authorization, "idempotency-key": key = "", "content-type": type = "" } = headers;
    if (authorization === undefined) return problem(401, "missing_api_key", "Missing API key");
    if (!/^Bearer re_\w+$/.test(String(authorization))) return problem(403, "invalid_api_key", "API key is invalid");
    if (!String(type).startsWith("application/json")) return problem(400, "validation_error", "not JSON");
    const request = SendRequest.safeParse(JSON.parse(body));
    if (!request.success) return problem(422, "validation_error", z.prettifyError(request.error));
    if (typeof key !== "string" || key.length > 256) return problem(400, "invalid_idempotency_key", "1-256 characters");
    const earlier = this.#answered.get(key);
    if (earlier?.body === body) return json({ id: earlier.id });
    if (earlier !== undefined) return problem(409, "invalid_idempotent_request", "key used with another payload");
    return this.#take(request.data, key, body);
  }

  async #take(request: z.infer<typeof SendRequest>, key: string, body: string): Promise<Answer | "drop"> {
    const [to = ""] = request.to;
    const refusal = this.#faults.atRecipient(to);
    if (refusal?.code === 550) return problem(422, "validation_error", `Invalid \`to\` field: ${to}`);
    if (refusal !== null) return problem(429, "rate_limit_exceeded", "Too many requests", { "retry-after": "7" });
    const { delayMs, drop } = this.#faults.atContent(request.to);
    if (delayMs > 0) await sleep(delayMs);
    if (drop === "data") return "drop";
    const { bytes } = await composeMime(
      {
        to,
        ...(request.reply_to === undefined ? {} : { replyTo: request.reply_to }),
        subject: request.subject,
        html: request.html ?? "",
        text: request.text ?? "",
        headers: request.headers ?? {},
        attachments: (request.attachments ?? []).map((file) => ({
          filename: file.filename,
          contentType: file.content_type ?? "application/octet-stream",
          content: Buffer.from(file.content, "base64"),
          ...(file.content_id === undefined ? {} : { contentId: file.content_id }),
        })),
        idempotencyKey: key,
      },
      parseSender(request.from),
      Date.now(),
    );
    const envelope = { from: parseSender(request.from).address, to: request.to, auth: null, tls: false };
    const { id } = await this.#mails.add(Buffer.from(bytes), { ...envelope, via: "hosted" });
    if (key !== "") this.#answered.set(key, { body, id });
    return drop === "answer" ? "drop" : json({ id });
  }
}

function problem(statusCode: number, name: string, message: string, headers: Record<string, string> = {}): Answer {
  return json({ statusCode, name, message }, statusCode, headers);
}
