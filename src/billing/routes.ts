import * as z from "zod";
import { PUBLIC } from "../http/access.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { wireMoment } from "../http/fields.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { SESSION } from "../identity/accounts/session.ts";
import { TIERS } from "../platform/tiers/limits.ts";
import { applyPaymentEvent } from "./apply-payment-event.ts";
import { readBillingStatus } from "./read-status.ts";
import { openPortal, startCheckout } from "./start-checkout.ts";

const tag = "Billing";

const StartCheckout = z.strictObject({ tier: z.enum(["pro", "business"]) }).openapi("StartCheckout");
const ProviderPage = z.object({ url: z.url() }).openapi("ProviderPage");
const usage = z.object({ used: z.int(), limit: z.int().nullable() });
const BillingStatus = z
  .object({
    tier: z.enum(TIERS),
    status: z.string(),
    current_period_end: wireMoment.nullable(),
    usage: z.object({ events: usage, guests: usage, collaborators: usage }),
    portal: z.enum(["available", "unavailable"]).meta({
      description: "`available` once you have paid for a tier: one that an operator granted has nothing to manage",
    }),
    payments: z.enum(["available", "unavailable"]).meta({
      description:
        "`unavailable`: this service takes no payments, and checkout and portal are 503 `billing_unavailable`",
    }),
  })
  .openapi("BillingStatus");

const billingGroup = routes({ tag, access: SESSION, limits: [perUser("events")] });
export const billingRoutes = billingGroup.app;

billingGroup.post("/billing/checkout-session", {
  name: "startCheckout",
  summary: "Start the checkout of a tier",
  description:
    "Without a subscription the URL is that of a checkout. With one it is that of the portal's page that changes it to this tier, with the difference in price, or of the portal when something has to be paid first: nobody pays for two.",
  body: StartCheckout,
  response: [200, ProviderPage, "The URL of the payment provider's page."],
  errors: ["already_subscribed", "billing_unavailable"],
  run: async (ctx, caller, { body }) => ({ url: await startCheckout(ctx, caller, body.tier) }),
});

billingGroup.post("/billing/portal", {
  name: "openPortal",
  summary: "Open the portal to change or cancel your subscription",
  response: [200, ProviderPage, "The URL of the payment provider's page."],
  errors: ["no_subscription", "billing_unavailable"],
  run: async (ctx, caller) => ({ url: await openPortal(ctx, caller) }),
});

billingGroup.get("/billing/status", {
  name: "readBillingStatus",
  summary: "Read your tier and usage",
  response: [200, BillingStatus, "The tier and its usage. A limit of null is unlimited."],
  run: readBillingStatus,
});

billingRoutes.openapi(
  endpoint({
    name: "applyReport",
    tag,
    method: "post",
    path: "/webhooks/stripe",
    summary: "Receive a webhook event of the payment provider",
    description: "The provider signs the raw body and a timestamp that is at most five minutes off.",
    access: PUBLIC,
    rawBody: { "application/json": { schema: { type: "object" } } },
    ignoresUnknownParameters: true,
    answers: { 200: json(z.object({ received: z.literal(true) }), "The event is applied or ignored.") },
    refusals: ["invalid_signature", "billing_unavailable"],
  }),
  async (c) => {
    await applyPaymentEvent(c.var.ctx, await c.req.text(), c.req.header("stripe-signature") ?? "");
    return c.json({ received: true as const }, 200);
  },
);
