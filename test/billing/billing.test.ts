import { env, exports } from "cloudflare:workers";
import Stripe from "stripe";
import { describe, expect, inject, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";

const SECRET = "whsec_test_usher";
const stripe = new Stripe("sk_test_usher", { httpClient: Stripe.createFetchHttpClient() });

interface Report {
  type?: string;
  created?: number;
  id?: string;
  object: Record<string, unknown>;
}

const now = () => Math.floor(Date.now() / 1000);

/** A webhook event as the provider sends it: the same text is signed and posted. */
async function report({ type = "customer.subscription.updated", created = now(), id, object }: Report, signing = {}) {
  const payload = JSON.stringify({
    id: id ?? `evt_${crypto.randomUUID()}`,
    object: "event",
    type,
    created,
    data: { object },
  });
  const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: SECRET, ...signing });
  return exports.default.fetch(
    new Request("https://usher.test/webhooks/stripe", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Stripe-Signature": header },
      body: payload,
    }),
  );
}

function subscription(host: Host, changes: Record<string, unknown> = {}, price = "price_pro") {
  return {
    id: `sub_${host.id}`,
    object: "subscription",
    customer: `cus_${host.id}`,
    status: "active",
    metadata: { user_id: host.id },
    items: { data: [{ price: { id: price }, current_period_end: 1_900_000_000 }] },
    ...changes,
  };
}

async function tierOf(host: Host): Promise<string> {
  return ((await (await host.api("GET", "/billing/status")).json()) as { tier: string }).tier;
}

/** The calls to the payment provider that name a user, a customer or a subscription. */
const callsAbout = async (about: string) =>
  (await (await fetch(`${inject("payments").url}/calls?about=${about}`)).json()) as {
    method: string;
    path: string;
    form: Record<string, string>;
    client: { headers: Record<string, unknown>; isKeyed: boolean };
  }[];

/** A subscription that the payment provider has. */
const known = (fields: { id: string; customer: string; price: string }) =>
  fetch(`${inject("payments").url}/subscriptions?${new URLSearchParams({ status: "active", ...fields })}`);

describe("POST /webhooks/stripe", () => {
  /**
   * @spec 2.78 "user_id, tier (Free, Pro or Business; the wire spelling is not shown), status, period end,
   *   payment-provider customer id, payment-provider subscription id."
   * @spec 3.29 "Known: the payment provider's webhook lifecycle events update tier, status and period end; tier
   *   governs limits (see Limits)."
   * @spec 4.113 "GET | /billing/status | current tier and usage"
   */
  it("grants the paid tier, and returns the end of the period in the status", async () => {
    const host = await signedInHost();
    expect(await (await host.api("GET", "/billing/status")).json()).toMatchObject({
      tier: "free",
      payments: "available",
      portal: "unavailable",
    });
    expect((await report({ object: subscription(host) })).status).toBe(200);
    expect(await (await host.api("GET", "/billing/status")).json()).toEqual({
      tier: "pro",
      status: "active",
      current_period_end: new Date(1_900_000_000_000).toISOString(),
      usage: {
        events: { used: 0, limit: 10 },
        guests: { used: 0, limit: 1_000 },
        collaborators: { used: 0, limit: 5 },
      },
      payments: "available",
      portal: "available",
    });
    expect(await (await host.api("GET", "/me")).json()).toMatchObject({ tier: "pro" });
  });

  it.each([
    ["active", "pro"],
    ["trialing", "pro"],
    ["past_due", "pro"],
    ["unpaid", "free"],
    ["incomplete", "free"],
    ["paused", "free"],
    ["canceled", "free"],
  ])("maps a subscription that is %s to the tier %s", async (status, tier) => {
    const host = await signedInHost();
    await report({ object: subscription(host), created: now() - 10 });
    await report({ object: subscription(host, { status }) });
    expect(await tierOf(host)).toBe(tier);
  });

  /**
   * @spec 3.29 "Known: the payment provider's webhook lifecycle events update tier, status and period end; tier
   *   governs limits (see Limits)."
   * @spec 4.114 "POST | /webhooks/{payment_provider} | signature-verified lifecycle events"
   */
  it("follows a failed payment, a recovery, a pause and the end", async () => {
    const host = await signedInHost();
    const steps: [Report, string][] = [
      [{ type: "customer.subscription.created", object: subscription(host) }, "pro"],
      [{ object: subscription(host, { status: "past_due" }) }, "pro"],
      [{ object: subscription(host, { status: "unpaid" }) }, "free"],
      [{ object: subscription(host) }, "pro"],
      [{ type: "customer.subscription.paused", object: subscription(host, { status: "paused" }) }, "free"],
      [{ type: "customer.subscription.resumed", object: subscription(host) }, "pro"],
      [{ object: subscription(host, {}, "price_business") }, "business"],
      [{ type: "customer.subscription.deleted", object: subscription(host, { status: "canceled" }) }, "free"],
    ];
    for (const [index, [step, tier]] of steps.entries()) {
      expect((await report({ ...step, created: now() - 100 + index })).status).toBe(200);
      expect(await tierOf(host)).toBe(tier);
    }
  });

  it("results in the same tier in any order and number of deliveries", async () => {
    const host = await signedInHost();
    const at = now() - 100;
    const reports: Report[] = [
      {
        id: `evt_a_${host.id}`,
        type: "customer.subscription.created",
        created: at,
        object: subscription(host, { status: "incomplete" }),
      },
      { id: `evt_b_${host.id}`, created: at + 1, object: subscription(host) },
      { id: `evt_c_${host.id}`, created: at + 2, object: subscription(host, {}, "price_business") },
    ];
    for (const index of [2, 0, 1, 1, 2, 0]) await report(reports[index] as Report);
    expect(await tierOf(host)).toBe("business");
    await report({
      type: "customer.subscription.deleted",
      created: at + 3,
      object: subscription(host, { status: "canceled" }),
    });
    await report({ id: `evt_d_${host.id}`, created: at + 4, object: subscription(host) });
    expect(await tierOf(host)).toBe("free");
  });

  it("takes effect once when delivered twice in parallel", async () => {
    const host = await signedInHost();
    const twice = { id: `evt_${host.id}`, object: subscription(host) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(twice)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await tierOf(host)).toBe("pro");
  });

  /** @spec 2.79 "At most one granting subscription exists per user." */
  it("grants the first of two paid subscriptions, and the second after the first has ended", async () => {
    const host = await signedInHost();
    await report({ object: subscription(host, { id: `sub_1_${host.id}` }) });
    // The provider knows the first one no more: its event is still on its way.
    await report({ object: subscription(host, { id: `sub_2_${host.id}` }, "price_business") });
    expect(await tierOf(host)).toBe("pro");
    const ended = subscription(host, { id: `sub_1_${host.id}`, status: "canceled" });
    await report({ type: "customer.subscription.deleted", created: now() + 1, object: ended });
    expect(await tierOf(host)).toBe("business");
    expect((await callsAbout(`sub_2_${host.id}`)).filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("cancels a second subscription at the provider and emails the host, once", async () => {
    const host = await signedInHost();
    const [first, second] = [`sub_1_${host.id}`, `sub_2_${host.id}`];
    await known({ id: first, customer: `cus_${host.id}`, price: "price_pro" });
    await known({ id: second, customer: `cus_${host.id}`, price: "price_business" });
    await report({ object: subscription(host, { id: first }) });
    const began = { object: subscription(host, { id: second }, "price_business") };
    await report({ ...began, type: "customer.subscription.created", created: now() - 1 });
    await report(began);
    const mail = await mailTo(host.email, { subject: "A second subscription was cancelled" });
    expect(mail.text).toContain("credited");
    await eventually(async () => {
      const cancelled = (await callsAbout(second)).filter(({ method }) => method === "DELETE");
      expect(cancelled[0]?.form).toMatchObject({ prorate: "true", invoice_now: "true" });
    });
    expect((await callsAbout(first)).map(({ method }) => method)).not.toContain("DELETE");
    await report({
      type: "customer.subscription.deleted",
      created: now() + 1,
      object: subscription(host, { id: second, status: "canceled" }, "price_business"),
    });
    expect(await tierOf(host)).toBe("pro");
    const mails = (await mailsTo(host.email)).filter(({ subject }) => subject.startsWith("A second subscription"));
    expect(mails).toHaveLength(1);
  });

  it("accepts a completed checkout before or after the subscription's events", async () => {
    const host = await signedInHost();
    const session = {
      id: "cs_1",
      object: "checkout.session",
      subscription: `sub_${host.id}`,
      customer: `cus_${host.id}`,
      client_reference_id: host.id,
      metadata: { user_id: host.id, tier: "business" },
      payment_status: "paid",
    };
    await report({ type: "checkout.session.completed", object: session });
    expect(await tierOf(host)).toBe("business");
    await report({ created: now() - 50, object: subscription(host, { metadata: {} }) });
    expect(await tierOf(host)).toBe("pro");
    await report({ type: "checkout.session.completed", object: session });
    expect(await tierOf(host)).toBe("pro");
  });

  /**
   * @spec 4.114 "POST | /webhooks/{payment_provider} | signature-verified lifecycle events"
   * @spec 5.16 "10. The payment webhook verifies the provider's signature."
   */
  it.each([
    ["with another secret", () => ({ secret: "whsec_other" })],
    ["signed six minutes ago", () => ({ timestamp: now() - 360 })],
    ["signed six minutes from now", () => ({ timestamp: now() + 360 })],
  ])("rejects %s and changes nothing", async (_, signing) => {
    const host = await signedInHost();
    const response = await report({ object: subscription(host) }, signing());
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, "invalid_signature"]);
    expect(await tierOf(host)).toBe("free");
  });

  it("accepts an unknown user, price or object and changes nothing", async () => {
    const host = await signedInHost();
    const stranger = { ...host, id: crypto.randomUUID() };
    expect((await report({ object: subscription(stranger as Host) })).status).toBe(200);
    expect((await report({ object: subscription(host, {}, "price_unknown") })).status).toBe(200);
    expect((await report({ type: "charge.refunded", object: { id: "ch_1" } })).status).toBe(200);
    expect((await report({ object: { id: "sub_broken" } })).status).toBe(200);
    expect(await tierOf(host)).toBe("free");
  });
});

describe("GET /billing/status", () => {
  /** @spec 1.12 "Billing tiers (Free, Pro, Business) limit events, guests, collaborators and some features." */
  it.each([
    ["free", 1, 50, 0],
    ["pro", 10, 1_000, 5],
    ["business", null, 5_000, null],
  ] as const)("returns the limits of %s", async (tier, events, guests, collaborators) => {
    const host = await signedInHost(tier === "free" ? {} : { tier });
    expect(await (await host.api("GET", "/billing/status")).json()).toMatchObject({
      tier,
      usage: { events: { limit: events }, guests: { limit: guests }, collaborators: { limit: collaborators } },
    });
  });
});

describe("subscription webhook (downgrade)", () => {
  /**
   * @spec 3.29 "Known: the payment provider's webhook lifecycle events update tier, status and period end; tier
   *   governs limits (see Limits)."
   */
  it("deletes nothing and stops growth", async () => {
    const host = await signedInHost();
    await report({ object: subscription(host), created: now() - 10 });
    const fixture = await makeEventFixture(host.id, 60);
    await report({ type: "customer.subscription.deleted", object: subscription(host, { status: "canceled" }) });
    const guests = await host.api("GET", `/events/${fixture.eventId}/guests?limit=200`);
    expect(((await guests.json()) as { items: unknown[] }).items).toHaveLength(60);
    const more = await host.api("POST", `/events/${fixture.eventId}/guests`, { name: "One more" });
    expect(more.status).toBe(402);
    expect(await more.json()).toMatchObject({ tier: "free", used: 60, limit: 50 });
  });
});

describe("POST /billing/checkout-session and POST /billing/portal", () => {
  /** @spec 4.111 "POST | /billing/checkout-session | starts a payment-provider checkout" */
  it("starts a checkout that carries the user", async () => {
    const host = await signedInHost();
    const response = await host.api("POST", "/billing/checkout-session", { tier: "pro" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ url: "https://payments.test/v1/checkout/sessions" });
    expect(await callsAbout(host.id)).toMatchObject([
      {
        path: "/v1/checkout/sessions",
        form: {
          mode: "subscription",
          "line_items[0][price]": "price_pro",
          client_reference_id: host.id,
          "metadata[user_id]": host.id,
          "subscription_data[metadata][user_id]": host.id,
          customer_email: host.email,
          success_url: "https://usher.test/app/account/plan?checkout=done",
          cancel_url: "https://usher.test/app/account/plan?checkout=cancelled",
        },
      },
    ]);
  });

  it("sends the requests of the provider's own client", async () => {
    const host = await signedInHost();
    const customer = `cus_${host.id}`;
    await report({ object: subscription(host) });
    await host.api("POST", "/billing/portal");
    const { hostname, port } = new URL(inject("payments").url);
    const library = new Stripe("sk_test_usher", {
      host: hostname,
      port: Number(port),
      protocol: "http",
      telemetry: false,
    });
    await library.billingPortal.sessions.create({ customer, return_url: "https://usher.test/app/account/plan" });
    const [ours, theirs] = await callsAbout(customer);
    expect(ours).toEqual(theirs);
    expect(ours?.client).toMatchObject({ headers: { "stripe-version": Stripe.API_VERSION }, isKeyed: true });
  });

  /**
   * @spec 2.78 "user_id, tier (Free, Pro or Business; the wire spelling is not shown), status, period end,
   *   payment-provider customer id, payment-provider subscription id."
   * @spec 4.112 "POST | /billing/portal | opens the self-service portal"
   */
  it("opens the portal for a subscriber, and rejects a second checkout of the same tier", async () => {
    const host = await signedInHost();
    expect((await host.api("POST", "/billing/portal")).status).toBe(409);
    await report({ object: subscription(host) });
    expect((await host.api("POST", "/billing/checkout-session", { tier: "pro" })).status).toBe(409);
    const response = await host.api("POST", "/billing/portal");
    expect(await response.json()).toEqual({ url: "https://payments.test/v1/billing_portal/sessions" });
    expect(await callsAbout(`cus_${host.id}`)).toMatchObject([
      { form: { customer: `cus_${host.id}`, return_url: "https://usher.test/app/account/plan" } },
    ]);
  });

  /**
   * @spec 2.78 "user_id, tier (Free, Pro or Business; the wire spelling is not shown), status, period end,
   *   payment-provider customer id, payment-provider subscription id."
   */
  it("returns the portal to change the subscription when the user chooses another tier", async () => {
    const host = await signedInHost();
    const customer = `cus_${host.id}`;
    await known({ id: `sub_${host.id}`, customer, price: "price_pro" });
    await report({ object: subscription(host) });
    const response = await host.api("POST", "/billing/checkout-session", { tier: "business" });
    expect([response.status, await response.json()]).toEqual([
      200,
      { url: "https://payments.test/v1/billing_portal/sessions/flow" },
    ]);
    const calls = await callsAbout(`sub_${host.id}`);
    expect(calls.map(({ path }) => path)).not.toContain("/v1/checkout/sessions");
    expect(calls.at(-1)?.form).toMatchObject({
      customer,
      "flow_data[type]": "subscription_update_confirm",
      "flow_data[subscription_update_confirm][items][0][price]": "price_business",
    });
  });

  it("returns the portal for a user with an unpaid subscription", async () => {
    const host = await signedInHost();
    await report({ object: subscription(host, { status: "unpaid" }) });
    const response = await host.api("POST", "/billing/checkout-session", { tier: "pro" });
    expect(await response.json()).toEqual({ url: "https://payments.test/v1/billing_portal/sessions" });
  });

  it("rejects the portal for a tier granted by an operator, and lets a paid tier replace it", async () => {
    const host = await signedInHost();
    await env.DB.prepare(
      `insert into subscriptions (provider_subscription_id, user_id, tier, status, granting, provider_customer_id,
         provider_updated_at, created_at, updated_at) values ('granted:' || ?1, ?1, 'business', 'granted', 1, '', 1, 1, 1)`,
    )
      .bind(host.id)
      .run();
    expect(await tierOf(host)).toBe("business");
    expect((await host.api("POST", "/billing/checkout-session", { tier: "business" })).status).toBe(409);
    expect((await host.api("POST", "/billing/portal")).status).toBe(409);
    const checkout = await host.api("POST", "/billing/checkout-session", { tier: "pro" });
    expect(await checkout.json()).toEqual({ url: "https://payments.test/v1/checkout/sessions" });

    await report({ object: subscription(host) });
    expect(await tierOf(host)).toBe("pro");
    await report({ type: "customer.subscription.deleted", created: now() + 1, object: subscription(host) });
    expect(await tierOf(host)).toBe("business");
    expect((await callsAbout(`sub_${host.id}`)).map(({ method }) => method)).not.toContain("DELETE");
  });

  it("cancels the subscription of a deleted account", async () => {
    const host = await signedInHost();
    await report({ object: subscription(host) });
    expect((await host.api("DELETE", "/me")).status).toBe(204);
    await eventually(async () =>
      expect(await callsAbout(`sub_${host.id}`)).toMatchObject([
        { method: "DELETE", path: `/v1/subscriptions/sub_${host.id}` },
      ]),
    );
  });
});
