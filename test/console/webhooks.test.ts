import { afterAll, beforeAll, expect, it } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "../../testkit/webhook-receiver.ts";
import { eventually } from "../support/eventually.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { expectAccessible, expectClean, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 120_000;

const app = useConsole();
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver?.stop());

it(
  "adds a webhook, shows its secret once, tests, redelivers, and deletes it",
  async () => {
    const tab = await hostAtConsole(app);
    const { page } = tab;
    await openScreen(page, "/account/webhooks", "Webhooks");
    await page.getByText("No webhooks yet").waitFor();
    const keyboard = await keyboardAlone(page);
    await page.getByLabel("Address").fill("https://10.0.0.1/hook");
    await page.getByRole("button", { name: "Add webhook" }).press("Enter");
    await page
      .locator(".field-error")
      .filter({ hasText: /name as its host/ })
      .waitFor();
    await expectAccessible(page);

    await page.getByLabel("Address").fill(`${receiver.url}/console`);
    await page.keyboard.press("Enter");
    const secret = page.getByLabel("Signing secret");
    await secret.waitFor();
    const first = await secret.inputValue();
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const card = page.getByRole("region", { name: new URL(receiver.url).host });
    await card.getByText("On", { exact: true }).waitFor();
    await card.getByRole("button", { name: "Send a test" }).press("Enter");
    await page.getByText("The test arrived: answer 204").waitFor();
    await card.getByRole("listitem").filter({ hasText: "webhook.test" }).getByText("Delivered").waitFor();
    expect(receiver.calls("console")).toHaveLength(1);
    await expectAccessible(page);

    await card.getByRole("button", { name: "New secret" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).press("Enter");
    await card.getByLabel("Signing secret").waitFor();
    await expect.poll(() => card.getByLabel("Signing secret").inputValue()).not.toBe(first);

    // An activity of an event is sent, and sent again on request.
    const { eventId, api } = tab.fixture;
    await api("POST", `/events/${eventId}/guests`, { name: "Gala Moreau" });
    const sent = card.getByRole("listitem").filter({ hasText: "guest.created" });
    await eventually(() => expect(receiver.calls("console").length).toBeGreaterThan(1));
    await eventually(async () => {
      const { items } = await api<{ items: { id: string }[] }>("GET", "/webhook-endpoints");
      const deliveries = await api<{ items: object[] }>("GET", `/webhook-endpoints/${items[0]?.id}/deliveries`);
      expect(deliveries.items).toContainEqual(expect.objectContaining({ type: "guest.created", status: "delivered" }));
    });
    await page.reload();
    await sent.first().getByText("Delivered").waitFor();
    const before = receiver.calls("console").length;
    await keyboard.press(sent.first().getByRole("button", { name: "Send again" }));
    await eventually(() => expect(receiver.calls("console").length).toBeGreaterThan(before));
    await keyboard.did("POST /webhook-endpoints/{}/deliveries/{}/redeliver");

    await card.getByRole("button", { name: "Turn off" }).press("Enter");
    await card.getByText("Off", { exact: true }).waitFor();
    await page.reload();
    await card.waitFor();
    expect(await page.getByLabel("Signing secret").count()).toBe(0);
    await card.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByText("No webhooks yet").waitFor();
    expectClean(tab, app.service);
  },
  VISIT_TIMEOUT_MS,
);
