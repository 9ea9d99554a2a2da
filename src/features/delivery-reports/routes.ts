import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { handleMailReport } from "./handle-mail-report.ts";
import { handleSmsReport } from "./handle-sms-report.ts";
import { SmsReportQuery } from "./sms-report.ts";

const tag = "Service";
/** A report is a kilobyte or two. */
const MAX_REPORT_BYTES = 64 * 1024;
const received = json(z.object({ received: z.literal(true) }), "Received");

export const deliveryReportRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

deliveryReportRoutes.openapi(
  endpoint({
    name: "handleMailReport",
    tag,
    method: "post",
    path: "/webhooks/email",
    summary: "Webhook of the hosted mail API",
    description:
      "`email.bounced` and `email.complained` suppress invitations, reminders and broadcasts to the address, except for a bounce of type `Transient`; `email.delivered` updates the delivery; other types are ignored. A report about a mail to an account, such as a password reset, suppresses nothing. The report must be signed by the Svix scheme over the raw body, and counts once by its `svix-id`. Without a secret configured there is no webhook: 404.",
    access: PUBLIC,
    rawBody: { "application/json": { schema: { type: "object" } } },
    maxBytes: MAX_REPORT_BYTES,
    ignoresUnknownParameters: true,
    answers: { 200: received },
    refusals: ["invalid_signature", "validation_failed", "not_found"],
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
    summary: "Webhook of the SMS provider",
    description:
      "Signed by Twilio's scheme; without its token configured there is no webhook: 404. It counts for a text message that was sent in the last 30 days, identified by the query of its status callback or by its `MessageSid`.",
    access: PUBLIC,
    query: SmsReportQuery,
    rawBody: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
    maxBytes: MAX_REPORT_BYTES,
    ignoresUnknownParameters: true,
    answers: { 200: received },
    refusals: ["invalid_signature", "validation_failed", "not_found"],
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
