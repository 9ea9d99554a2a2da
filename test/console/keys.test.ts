import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { signUpVerified } from "../../testkit/e2e-fixture.ts";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import { eventually } from "../support/eventually.ts";
import { ageProofs, expectAccessible, expectClean, hostAtConsole, openScreen, signIn, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;
const KEY = /^usk_[0-9A-Za-z]{38}$/;

const console = useConsole();

/** Chooses in the dialog until when the old key works, and confirms. */
async function rotate(page: Page, name: string, until: string): Promise<void> {
  await page.getByRole("button", { name: `Rotate ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Rotate ${name}?` });
  await dialog.getByRole("button", { name: /Until when does the old key work/ }).click();
  await page.getByRole("option", { name: until, exact: true }).click();
  await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
}

/** Reads the secret that is shown once, and closes its dialog. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByLabel("API key", { exact: true }).inputValue();
  expect(secret).toMatch(KEY);
  // Escape does not lose it.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(secret);
  return secret;
}

async function statusOf(key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": ownAddress() };
  return (await fetchAgain(`${console.service.url}/events`, { headers })).status;
}

describe("rotation of an API key", () => {
  it(
    "ends the old key now, or after the chosen hours, and shows each new secret once",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const { key: first } = await fixture.api<{ key: string }>("POST", "/api-keys", {
        name: "CRM sync",
        scopes: ["events:read"],
      });
      await openScreen(page, "/account/keys", "API keys");
      await rotate(page, "CRM sync", "It ends now");
      const second = await takeSecret(page);
      expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
      const keys = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
      await expect.poll(() => keys.count()).toBe(1);

      await rotate(page, "CRM sync", "24 more hours");
      const third = await takeSecret(page);
      expect([await statusOf(second), await statusOf(third)]).toEqual([200, 200]);
      await expect.poll(() => keys.count()).toBe(2);
      const old = keys.filter({ hasText: "Replaced" });
      await old.getByText(/ends \w{3}, \d+ \w+ \d{4} at \d\d:\d\d/).waitFor();
      // Only the new one can be rotated again.
      expect(await page.getByRole("button", { name: "Rotate CRM sync" }).count()).toBe(1);
      expect(await old.getByRole("button", { name: "Rotate CRM sync" }).count()).toBe(0);
      await expectAccessible(page);
      await old.getByRole("button", { name: "Delete CRM sync" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
      await expect.poll(() => keys.count()).toBe(1);
      expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
      await openScreen(page, "/account/security", "Security");
      await page.getByText("API key replaced").first().waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "asks for a step-up, and says that the service is unreachable or that another tab was faster",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const { id } = await fixture.api<{ id: string }>("POST", "/api-keys", {
        name: "Badge printer",
        scopes: ["guests:read"],
      });
      await openScreen(page, "/account/keys", "API keys");
      await page.route("**/api-keys/*/rotate", (route) => route.abort());
      await rotate(page, "Badge printer", "It ends now");
      const dialog = page.getByRole("dialog", { name: "Rotate Badge printer?" });
      await dialog.getByRole("alert").getByText("We can't be reached right now.").waitFor({ timeout: 60_000 });
      await page.unroute("**/api-keys/*/rotate");

      // Closing the step-up rotates nothing.
      await ageProofs(console.service, fixture.host);
      await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
      const proof = page.getByRole("dialog", { name: "Show that it's you" });
      await proof.waitFor();
      await page.keyboard.press("Escape");
      await proof.waitFor({ state: "detached" });
      expect(await fixture.api("GET", "/api-keys")).toMatchObject({ items: [{ id, replaced_by: null }] });
      await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
      await proof.getByLabel("Password").fill(fixture.host.password);
      await proof.getByRole("button", { name: "Continue" }).click();
      await takeSecret(page);
      await expect.poll(() => page.getByRole("button", { name: "Rotate Badge printer" }).count()).toBe(1);

      // Another tab is faster, while the dialog is open.
      await page.getByRole("button", { name: "Rotate Badge printer" }).click();
      await dialog.waitFor();
      const { items } = await fixture.api<{ items: { id: string }[] }>("GET", "/api-keys");
      const rotated = await page.request.post(`/api-keys/${items[0]?.id}/rotate`, {
        headers: { "Usher-Session": "cookie", "Sec-Fetch-Site": "same-origin" },
        data: { hours: 1 },
      });
      expect(rotated.status()).toBe(201);
      await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
      await dialog.getByRole("alert").getByText("This API key has expired or was replaced.").waitFor();
      await expectAccessible(page);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "shows a co-owner none of the host's keys, and in the log which key has made a change",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const { id, key } = await fixture.api<{ id: string; key: string }>("POST", "/api-keys", {
        name: "CRM sync",
        scopes: ["events:write"],
      });
      const coHost = { email: `co-${fixture.eventId}@example.com`, password: "an evening in the orangery" };
      await signUpVerified(console.service, ownAddress(), { ...coHost, name: "Hanna Co-owner" });
      await console.service.sql(
        "insert into event_collaborators (event_id, user_id, role, created_at) select ?, id, 'owner', 1 from users where email_key = ?",
        fixture.eventId,
        coHost.email,
      );
      const rotated = await fixture.api<{ key: string }>("POST", `/api-keys/${id}/rotate`, { hours: 1 });
      for (const [token, venue] of [
        [key, "The hall"],
        [rotated.key, "The garden"],
      ]) {
        const headers = {
          Authorization: `Bearer ${token}`,
          "CF-Connecting-IP": ownAddress(),
          "Content-Type": "application/json",
        };
        const url = `${console.service.url}/events/${fixture.eventId}`;
        const changed = await fetchAgain(url, { method: "PATCH", headers, body: JSON.stringify({ venue }) });
        expect(changed.status).toBe(200);
      }
      await page.context().clearCookies();
      await signIn(page, coHost);
      await openScreen(page, "/account/keys", "API keys");
      await page.getByText("No API keys yet").waitFor();
      await openScreen(page, `/events/${fixture.eventId}/log`, "Log");
      await eventually(async () => expect(await page.getByText("with the API key CRM sync").count()).toBe(2));
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
