import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { Config } from "../../env.ts";
import { headerParameter, PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perNetwork } from "../../identity/accounts/limits.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { handleInboundSms } from "./handle-inbound-sms.ts";
import { handleMailReport } from "./handle-mail-report.ts";
import { handleSmsReport } from "./handle-sms-report.ts";
import { SmsReportQuery } from "./sms-report.ts";

const tag = "Service";
/** A report is a kilobyte or two. */
const MAX_REPORT_BYTES = 64 * 1024;
/** An answer that has the provider reply nothing. */
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';
const received = json(z.object({ received: z.literal(true) }), "Received");

const SVIX_HEADERS = [
  headerParameter("Svix-Id", forDocs("ID of the report. A report counts once per ID")),
  headerParameter("Svix-Timestamp", forDocs("Time of the signature, in seconds since 1970")),
  headerParameter("Svix-Signature", forDocs("Signatures by the Svix scheme")),
];
const TWILIO_SIGNATURE = headerParameter("X-Twilio-Signature", forDocs("Signature by Twilio's scheme"));

/** Unsigned reports, by network: anybody can send one. Signed reports are not counted. */
const unsigned = (name: string, isSigned: (config: Config) => boolean): RouteLimit => {
  const limit = perNetwork(name, UNSIGNED_REPORTS);
  return { ...limit, key: (c) => (isSigned(c.var.ctx.config) ? null : limit.key(c)), isOptional: true };
};
const UNSIGNED_REPORTS = 300;

export const deliveryReportRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

deliveryReportRoutes.openapi(
  endpoint({
    name: "handleMailReport",
    tag,
    method: "post",
    path: "/webhooks/email",
    summary: forDocs("Receive an email delivery webhook"),
    description: forDocs(
      "Receives delivery reports of the email API. `email.bounced` and `email.complained` suppress invitations, reminders and broadcasts to the address, except for a bounce of type `Transient`; `email.delivered` updates the delivery; other types are ignored. A report about an account email, such as a password reset, suppresses nothing. With `RESEND_WEBHOOK_SECRET` configured, a report must be signed by the Svix scheme over the raw body (400 `invalid_signature`), and counts once per `svix-id`. Without the secret, reports are unsigned. Such a report applies only if its `email_id` is the ID that the email API gave an email to its first address in the last 30 days, and its tag `shard` is the email's, without a tag 0; the `Message-ID` of an email never matches. Its complaint suppresses the emails of that host only, and it never pauses a host's sending. A report that matches nothing returns 200 and changes nothing.",
    ),
    access: PUBLIC,
    limits: [unsigned("unsigned-mail-reports", ({ RESEND_WEBHOOK_SECRET }) => RESEND_WEBHOOK_SECRET !== undefined)],
    headers: SVIX_HEADERS,
    rawBody: { "application/json": { schema: { type: "object" } } },
    maxBytes: MAX_REPORT_BYTES,
    ignoresUnknownParameters: true,
    responses: { 200: received },
    errors: ["invalid_signature", "validation_failed"],
  }),
  async (c) => {
    await handleMailReport(c.var.ctx, {
      id: c.req.header("svix-id") ?? null,
      timestamp: c.req.header("svix-timestamp") ?? null,
      signatures: c.req.header("svix-signature") ?? null,
      body: await c.req.text(),
    });
    return c.json({ received: true as const }, 200);
  },
);

deliveryReportRoutes.openapi(
  endpoint({
    name: "handleSmsReport",
    tag,
    method: "post",
    path: "/webhooks/sms-status",
    summary: forDocs("Receive a text message delivery webhook"),
    description: forDocs(
      "Receives status callbacks for text messages that were sent in the last 30 days. With `TWILIO_WEBHOOK_SIGNATURES=required`, a report must be signed by Twilio's scheme (400 `invalid_signature`; 404 without the token that verifies), and the query of its status callback or its `MessageSid` names the text message. With `optional`, an unsigned report applies only if its `MessageSid` is the stored ID of a text message that went to its `To`. It is looked up in the database of the query's `event`, without one in the first. A report that matches nothing returns 200 and changes nothing.",
    ),
    access: PUBLIC,
    limits: [unsigned("unsigned-sms-reports", (config) => config.TWILIO_WEBHOOK_SIGNATURES === "required")],
    query: SmsReportQuery,
    headers: [TWILIO_SIGNATURE],
    rawBody: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
    maxBytes: MAX_REPORT_BYTES,
    ignoresUnknownParameters: true,
    responses: { 200: received },
    errors: ["invalid_signature", "validation_failed", "not_found"],
  }),
  async (c) => {
    const { pathname, search } = new URL(c.req.url);
    await handleSmsReport(c.var.ctx, {
      target: pathname + search,
      signature: c.req.header("x-twilio-signature") ?? null,
      body: await c.req.text(),
      about: c.req.valid("query"),
    });
    return c.json({ received: true as const }, 200);
  },
);

deliveryReportRoutes.openapi(
  endpoint({
    name: "handleInboundSms",
    tag,
    method: "post",
    path: "/webhooks/sms-inbound",
    summary: forDocs("Receive a reply to a text message"),
    description: forDocs(
      "Receives replies to text messages, and returns empty TwiML. `STOP` (or `STOPALL`, `UNSUBSCRIBE`, `CANCEL`, `END`, `QUIT`, `REVOKE`, `OPTOUT`, `ARRET`) stops text messages from the sending number to the replying one, until it replies `START` (or `UNSTOP`, `YES`); other messages are ignored. The provider's own opt-out handling replies. A reply must be signed by Twilio's scheme and counts once per `MessageSid`. Without the provider's token configured, returns 404.",
    ),
    access: PUBLIC,
    headers: [TWILIO_SIGNATURE],
    rawBody: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
    maxBytes: MAX_REPORT_BYTES,
    ignoresUnknownParameters: true,
    responses: {
      200: { description: forDocs("TwiML without a reply"), content: { "text/xml": { schema: z.string() } } },
    },
    errors: ["invalid_signature", "validation_failed", "not_found"],
  }),
  async (c) => {
    const { pathname, search } = new URL(c.req.url);
    await handleInboundSms(c.var.ctx, {
      target: pathname + search,
      signature: c.req.header("x-twilio-signature") ?? null,
      body: await c.req.text(),
    });
    return c.body(NO_REPLY, 200, { "Content-Type": "text/xml; charset=utf-8" });
  },
);
