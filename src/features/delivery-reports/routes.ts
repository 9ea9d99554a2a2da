import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { takeMailReport } from "./take-mail-report.ts";
import { takeTextReport } from "./take-text-report.ts";
import { TextReportQuery } from "./text-report.ts";

const tag = "Service";
/** A report is a kilobyte or two. */
const MAX_REPORT_BYTES = 64 * 1024;
const received = json(z.object({ received: z.literal(true) }), "Taken");

export const deliveryReportRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

deliveryReportRoutes.openapi(
  endpoint({
    name: "takeMailReport",
    tag,
    method: "post",
    path: "/webhooks/email",
    summary: "A report of the hosted mail API",
    description:
      "`email.bounced` and `email.complained` end invitations, reminders and broadcasts to the address, except for a bounce of type `Transient`; `email.delivered` is noted; the rest is taken and ignored. With a secret configured the report is signed by the Svix scheme over the raw body and counts once by its `svix-id`; without, it counts for an address that was written to in the last 30 days.",
    access: PUBLIC,
    rawBody: { "application/json": { schema: { type: "object" } } },
    maxBytes: MAX_REPORT_BYTES,
    answers: { 200: received },
  }),
  async (c) => {
    await takeMailReport(c.var.ctx, {
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
    name: "takeTextReport",
    tag,
    method: "post",
    path: "/webhooks/sms-status",
    summary: "A report of the SMS provider",
    description:
      "Signed by Twilio's scheme where its token is configured. It counts for a text that was sent in the last 30 days, named by the query that every text hands to the provider or by its `MessageSid`.",
    access: PUBLIC,
    query: TextReportQuery,
    rawBody: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
    maxBytes: MAX_REPORT_BYTES,
    answers: { 200: received },
  }),
  async (c) => {
    const { pathname, search } = new URL(c.req.url);
    await takeTextReport(c.var.ctx, {
      target: pathname + search,
      signature: c.req.header("x-twilio-signature") ?? null,
      body: await c.req.text(),
      about: c.req.valid("query"),
    });
    return c.json({ received: true as const }, 200);
  },
);
