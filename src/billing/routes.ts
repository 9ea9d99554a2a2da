import * as z from "zod";
import { subscriptions, TIERS } from "../db/schema/billing.ts";
import { headerParameter, PUBLIC } from "../http/access.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { wireMoment } from "../http/fields.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { SESSION } from "../identity/accounts/session.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { applyPaymentEvent } from "./apply-payment-event.ts";
import { readBillingStatus } from "./read-status.ts";
import { openPortal, startCheckout } from "./start-checkout.ts";

const tag = "Billing";

const StartCheckout = z.strictObject({ tier: z.enum(subscriptions.tier.enumValues) }).openapi("StartCheckout");
const ProviderPage = z.object({ url: z.url() }).openapi("ProviderPage");
const usage = z.object({ used: z.int(), limit: z.int().nullable() });
const BillingStatus = z
  .object({
    tier: z.enum(TIERS),
    status: z.string(),
    current_period_end: wireMoment.nullable(),
    usage: z.object({ events: usage, guests: usage, collaborators: usage }),
    portal: z
      .enum(["available", "unavailable"])
      .meta(
        forDocs({ description: "`available` after your first payment. A tier that an operator granted has no portal" }),
      ),
    payments: z.enum(["available", "unavailable"]).meta(
      forDocs({
        description:
          "`unavailable`: the service accepts no payments, and checkout and portal return 503 `billing_unavailable`",
      }),
    ),
  })
  .openapi("BillingStatus");

const billingGroup = routes({ tag, access: SESSION, limits: [perUser("events")] });
export const billingRoutes = billingGroup.app;

billingGroup.post("/billing/checkout-session", {
  name: "startCheckout",
  summary: forDocs("Start a checkout"),
  description: forDocs(
    "Returns the URL of the payment provider's page for the tier. Without a subscription it is a checkout. With one it is the page that changes the subscription and charges the difference, so that you never pay for two. If a payment is due first, it is the portal. Returns 409 `already_subscribed` if you have the tier.",
  ),
  body: StartCheckout,
  response: [200, ProviderPage, forDocs("The URL of the payment provider's page")],
  errors: ["already_subscribed", "billing_unavailable"],
  run: async (ctx, caller, { body }) => ({ url: await startCheckout(ctx, caller, body.tier) }),
});

billingGroup.post("/billing/portal", {
  name: "openPortal",
  summary: forDocs("Open the billing portal"),
  description: forDocs(
    "Returns the URL of the page where you change or cancel your subscription. Returns 409 `no_subscription` if you never had one.",
  ),
  response: [200, ProviderPage, forDocs("The URL of the payment provider's page")],
  errors: ["no_subscription", "billing_unavailable"],
  run: async (ctx, caller) => ({ url: await openPortal(ctx, caller) }),
});

billingGroup.get("/billing/status", {
  name: "readBillingStatus",
  summary: forDocs("Get your tier and usage"),
  description: forDocs("Returns your tier, its subscription, and how much of its limits you use."),
  response: [200, BillingStatus, forDocs("The tier and its usage")],
  run: readBillingStatus,
});

billingRoutes.openapi(
  endpoint({
    name: "applyReport",
    tag,
    method: "post",
    path: "/webhooks/stripe",
    summary: forDocs("Receive a payment webhook"),
    description: forDocs(
      "Receives events of the payment provider and updates the tier of the account. The provider signs the raw body and a timestamp that is at most five minutes off (400 `invalid_signature`).",
    ),
    access: PUBLIC,
    rawBody: { "application/json": { schema: { type: "object" } } },
    headers: [headerParameter("Stripe-Signature", forDocs("Signature of the payment provider"))],
    ignoresUnknownParameters: true,
    responses: { 200: json(z.object({ received: z.literal(true) }), "The event is applied or ignored") },
    errors: ["invalid_signature", "billing_unavailable"],
  }),
  async (c) => {
    await applyPaymentEvent(c.var.ctx, await c.req.text(), c.req.header("stripe-signature") ?? "");
    return c.json({ received: true as const }, 200);
  },
);
