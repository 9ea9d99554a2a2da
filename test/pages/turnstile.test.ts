import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testkit/webhook-receiver.ts";
import { eventually } from "../support/eventually.ts";
import { violationsIn } from "../support/node/axe.ts";
import { START_TIMEOUT_MS, useE2eSetup } from "../support/node/e2e-setup.ts";

const TEST_TIMEOUT_MS = 120_000;
const SITE_KEY = "1x00000000000000000000AA";
const VERIFIER = "turnstile/v0/siteverify";

/**
 * The script of the widget, in place of Cloudflare's: shows a frame of the same origin as the real one, and a button that
 * passes the token, because a browser that a program drives gets none.
 */
const WIDGET = `window.turnstile = { render(box, { sitekey, callback }) {
  const frame = document.createElement("iframe");
  frame.src = "https://challenges.cloudflare.com/frame";
  frame.title = "Widget " + sitekey;
  const button = document.createElement("button");
  button.textContent = "I am human";
  button.onclick = () => callback("a token");
  box.append(frame, button);
} };`;
/** The widget of a visitor in whom Cloudflare sees a program. */
const FAILING_WIDGET = `window.turnstile = { render(_, options) { options["error-callback"](); } };`;

let service: RunningService;
let browser: Browser;
let cloudflare: WebhookReceiver;

beforeAll(async () => {
  cloudflare = await startWebhookReceiver();
  return () => cloudflare.stop();
}, START_TIMEOUT_MS);

useE2eSetup(
  (setup) => ({ service, browser } = setup),
  () =>
    startService({
      TURNSTILE_SITEKEY: SITE_KEY,
      TURNSTILE_SECRET_KEY: "secret",
      TURNSTILE_API_BASE: cloudflare.url,
    }),
);

const anEmail = () => `${crypto.randomUUID()}@example.com`;

/** A form that anybody may send: its page, its other fields, its button, and the page after it. */
const FORMS = [
  { path: "/forgot-password", fields: {}, button: "Email me a link", done: "Check your email" },
  {
    path: "/signup",
    fields: { name: "Ada Host", password: "an evening in the garden" },
    button: "Create account",
    done: "Check your email",
  },
] as const;
type Form = (typeof FORMS)[number];

/** Headers of a client whose network has sent a form too often. Incomplete forms count, too. */
async function overTheLimit({ path }: Form): Promise<Record<string, string>> {
  const headers = { "CF-Connecting-IP": ownAddress() };
  await eventually(async () => {
    const body = new URLSearchParams({ email: anEmail() });
    expect((await fetch(`${service.url}${path}`, { method: "POST", headers, body })).status).toBe(429);
  });
  return headers;
}

/** A tab that gets the widget from this file. @param script null: Cloudflare cannot be reached */
async function openForm(form: Form, script: string | null) {
  const tab = await openTab(browser, { extraHTTPHeaders: await overTheLimit(form) });
  await tab.page.route("https://challenges.cloudflare.com/**", (route) => {
    if (script === null) return route.abort();
    const isScript = route.request().url().includes("/turnstile/v0/api.js");
    return route.fulfill(
      isScript
        ? { contentType: "text/javascript", body: script }
        : { contentType: "text/html", body: "<title>Widget</title>" },
    );
  });
  await tab.page.goto(`${service.url}${form.path}`);
  return tab;
}

async function send(page: Page, { fields, button }: Form): Promise<void> {
  await page.getByLabel("Email").fill(anEmail());
  if ("name" in fields) {
    await page.getByLabel("Your name").fill(fields.name);
    await page.getByLabel("Password").fill(fields.password);
  }
  await page.getByRole("button", { name: button }).click();
}

const wait = (page: Page) => page.getByText("Please try again in about");

describe("Turnstile on an open form", () => {
  it.each(FORMS)(
    "shows the widget at $path, and accepts the form with a token that Cloudflare confirms",
    async (form) => {
      cloudflare.behave(VERIFIER, { json: { success: true } });
      const { page, pageErrors } = await openForm(form, WIDGET);
      await send(page, form);
      await page.getByTitle(`Widget ${SITE_KEY}`).waitFor();
      await wait(page).waitFor();
      expect(await violationsIn(page)).toEqual([]);
      await page.getByRole("button", { name: "I am human" }).click();
      await page.getByRole("link", { name: "Try again" }).waitFor();
      expect(await wait(page).isVisible()).toBe(false);
      await page.getByRole("link", { name: "Try again" }).click();
      await send(page, form);
      await page.getByRole("heading", { name: form.done }).waitFor();
      const verified = cloudflare.calls(VERIFIER).map(({ body }) => new URLSearchParams(body).get("response"));
      expect(new Set(verified)).toEqual(new Set(["a token"]));
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "says how long to wait if the widget fails or cannot be loaded, or its token is rejected",
    async () => {
      const [form] = FORMS;
      for (const script of [FAILING_WIDGET, null]) {
        const { page } = await openForm(form, script);
        await send(page, form);
        await page.locator("#proof").waitFor({ state: "hidden" });
        expect(await wait(page).isVisible()).toBe(true);
        expect(await page.getByRole("link", { name: "Try again" }).isVisible()).toBe(false);
      }
      cloudflare.behave(VERIFIER, { json: { success: false, "error-codes": ["timeout-or-duplicate"] } });
      const { page } = await openForm(form, WIDGET);
      await send(page, form);
      await page.getByRole("button", { name: "I am human" }).click();
      await page.getByRole("link", { name: "Try again" }).click();
      await send(page, form);
      await page.getByTitle(`Widget ${SITE_KEY}`).waitFor();
      expect(await wait(page).isVisible()).toBe(true);
    },
    TEST_TIMEOUT_MS,
  );
});
