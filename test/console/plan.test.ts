import Stripe from "stripe";
import { afterAll, describe, expect, it } from "vitest";
import type { LocalServer } from "../../testkit/local-server.ts";
import { startPaymentsDouble } from "../../testkit/payments-double.ts";
import { startService } from "../../testkit/running-service.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { expectAccessible, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 120_000;
const WEBHOOK_SECRET = "whsec_test_usher";

let payments: LocalServer;
const app = useConsole(async () => {
  payments = await startPaymentsDouble();
  return startService({
    STRIPE_SECRET_KEY: "sk_test_usher",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_PRICE_PRO: "price_pro",
    STRIPE_PRICE_BUSINESS: "price_business",
    STRIPE_API_BASE: payments.url,
  });
});
afterAll(() => payments?.stop());

interface Call {
  path: string;
  form: Record<string, string>;
}

const callsAbout = async (about: string): Promise<Call[]> =>
  (await fetch(`${payments.url}/calls?about=${encodeURIComponent(about)}`)).json();

/** Sends the provider's webhook for a new subscription to the service. */
async function reportPaid(userId: string): Promise<void> {
  const created = Math.floor(Date.now() / 1_000);
  const items = { data: [{ price: { id: "price_pro" }, current_period_end: created + 2_592_000 }] };
  const object = { id: "sub_new", customer: "cus_new", status: "active", metadata: { user_id: userId }, items };
  const type = "customer.subscription.created";
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, created, data: { object } });
  const header = new Stripe("sk_test_usher").webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  const response = await fetch(`${app.service.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": header },
    body: payload,
  });
  expect(response.status).toBe(200);
}

describe("plan screen", () => {
  it(
    "opens the provider's checkout, shows the new plan on return, and opens the portal",
    async () => {
      const { fixture, page } = await hostAtConsole(app);
      const { email } = fixture.host;
      await app.service.sql(
        "delete from subscriptions where user_id = (select id from users where email_key = ?)",
        email,
      );
      const { id } = await fixture.api<{ id: string }>("GET", "/me");
      // The provider's pages are out of scope: the test checks that the browser goes there, and with which parameters.
      await page.route("https://payments.test/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<h1>The provider's page</h1>" }),
      );
      await openScreen(page, "/account/plan", "Plan");
      await page.getByRole("heading", { name: "You're on Free" }).waitFor();
      expect(await page.getByRole("button", { name: "Manage" }).count()).toBe(0);
      const keyboard = await keyboardAlone(page);
      await keyboard.press(page.getByRole("button", { name: "Choose Pro" }));
      await page.getByRole("heading", { name: "The provider's page" }).waitFor();
      expect(page.url()).toBe("https://payments.test/v1/checkout/sessions");
      await keyboard.did("POST /billing/checkout-session", { isLeaving: true });
      const [checkout] = await callsAbout(id);
      expect(checkout?.form).toMatchObject({ "line_items[0][price]": "price_pro", customer_email: email });

      await reportPaid(id);
      await page.goto(checkout?.form.success_url ?? "");
      await page.getByRole("heading", { name: "You're on Pro" }).waitFor();
      await expectAccessible(page);
      await keyboard.press(page.getByRole("button", { name: "Manage" }));
      await page.getByRole("heading", { name: "The provider's page" }).waitFor();
      expect(page.url()).toBe("https://payments.test/v1/billing_portal/sessions");
      await keyboard.did("POST /billing/portal", { isLeaving: true });
      const [portal] = await callsAbout("cus_new");
      expect(portal?.form.return_url).toBe(`${app.service.url}/app/account/plan`);
      await page.context().close();
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "offers no plan change where the service takes no payments",
    async () => {
      const { fixture, page } = await hostAtConsole({ browser: app.browser, service: await sharedService() });
      expect(await fixture.api("GET", "/billing/status")).toMatchObject({
        payments: "unavailable",
        portal: "unavailable",
      });
      await expect(fixture.api("POST", "/billing/checkout-session", { tier: "pro" })).rejects.toThrow(
        /returned 503: .*billing_unavailable/,
      );
      await openScreen(page, "/account/plan", "Plan");
      await page.getByText("Payments aren't set up here yet").waitFor();
      await page.getByRole("heading", { name: "You're on Business" }).waitFor();
      expect(await page.getByRole("button", { name: /^(Choose|Manage)/ }).count()).toBe(0);
      await page.context().close();
    },
    VISIT_TIMEOUT_MS,
  );
});
