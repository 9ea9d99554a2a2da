import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import { eventually } from "../support/eventually.ts";
import { photograph } from "../support/node/photograph.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { addAuthenticator } from "../support/node/virtual-authenticator.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { choose } from "./keyboard-walk.ts";
import { ageProofs, expectAccessible, expectClean, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;

const console = useConsole(() => sharedService("localhost"));

async function signOut(page: Page): Promise<void> {
  await choose(page, page.getByRole("button", { name: "Robin Marsh" }), "Sign out");
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
}

describe("profile screen", () => {
  it(
    "saves a new name, and a new email address once the emailed link confirms it",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      await openScreen(page, "/account", "Account");
      await page.getByLabel("Name", { exact: true }).fill("Robin M. Marsh");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Robin M. Marsh" }).waitFor();

      await page.getByRole("button", { name: "Change email" }).click();
      await page.getByLabel("New email").fill("robin@new.example");
      await page.getByLabel("Password").fill("not this one");
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.locator(".field-error").filter({ hasText: /./ }).waitFor();
      await expectAccessible(page);
      await page.getByLabel("Password").fill(fixture.host.password);
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.getByText("We've sent a link to robin@new.example.").waitFor();
      await page.goto(await linkFromMail(console.service, "robin@new.example", /verify-email/));
      await page.getByRole("button", { name: "Confirm email" }).click();
      await openScreen(page, "/account", "Account");
      await page.getByText("robin@new.example").waitFor();
      await page.getByText("Confirmed", { exact: true }).waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("security screen", () => {
  it(
    "adds passkeys, an authenticator app and recovery codes, and ends other sessions and access",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      await addAuthenticator(page);
      await fixture.api("POST", "/api-keys", { name: "Seating chart", scopes: ["events:read"] });
      await openScreen(page, "/account/security", "Security");
      const keyboard = await keyboardAlone(page);

      // A passkey, after a step-up by password; it signs in.
      await ageProofs(console.service, fixture.host);
      await page.getByLabel("Name of the passkey").fill("Work laptop");
      await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
      const proof = page.getByRole("dialog", { name: "Show that it's you" });
      await proof.getByLabel("Password").fill(fixture.host.password);
      await page.keyboard.press("Enter");
      await page.getByText("You can now sign in with Work laptop").waitFor();
      await keyboard.did("POST /auth/step-up");
      await keyboard.did("POST /auth/passkeys/registration-options");
      await keyboard.did("POST /auth/passkeys/register");
      await signOut(page);
      await keyboard.press(page.getByRole("button", { name: "Use a passkey" }));
      await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
      await keyboard.did("POST /auth/passkeys/authentication-options");
      await keyboard.did("POST /auth/passkeys/authenticate");

      // An app, from the picture on the screen.
      await openScreen(page, "/account/security", "Security");
      await page.getByRole("button", { name: "Set up an app" }).press("Enter");
      const shown = await photograph(page.getByRole("img", { name: "QR code for your authenticator app" }));
      const secret = new URL(shown).searchParams.get("secret") ?? "";
      expect((await page.locator("[data-secret]").textContent())?.replaceAll(" ", "")).toBe(secret);
      await page.getByLabel("Code from the app").fill("000 000");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("alert").waitFor();
      await expectAccessible(page);
      await page.getByLabel("Code from the app").fill(TOTP.generate({ secret: Secret.fromBase32(secret) }));
      await page.keyboard.press("Enter");
      const codes = page.getByRole("dialog", { name: "Your recovery codes" });
      await codes.waitFor();
      await keyboard.did("POST /me/totp/confirm");
      const [recoveryCode, another] = await codes.getByRole("listitem").allTextContents();
      expect(await codes.getByRole("listitem").count()).toBe(10);
      await expectAccessible(page);
      // Escape does not lose them.
      await page.keyboard.press("Escape");
      await codes.getByRole("button", { name: "I've saved them" }).press("Enter");
      await page.getByText("10 recovery codes left").waitFor();

      // The session of the API ends; this one continues.
      await page.getByRole("button", { name: "Sign out node" }).press("Enter");
      await page.getByText("node is signed out").waitFor();
      await expect(fixture.api("GET", "/me")).rejects.toThrow("401");

      // The screen lists everything else that acts for the account, with its rights, and the log lists past changes.
      const access = page.getByRole("region", { name: "Everything else with access" });
      await access.getByText("Takes the place of a code from the authenticator app, once.").waitFor();
      const log = page.getByRole("region", { name: "Sign-ins and changes" });
      for (const what of ["Session ended", "Authenticator app turned on", "Signed in", "Passkey added"]) {
        await log.getByText(what, { exact: true }).first().waitFor();
      }
      await expectAccessible(page);
      await access.getByRole("button", { name: "End Recovery codes" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
      await access.getByRole("button", { name: "End API key: Seating chart" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).press("Enter");
      await page.getByText("API key: Seating chart has ended").waitFor();
      await keyboard.did("DELETE /me/security/{}/{}");
      await log.getByText("API key removed").waitFor();

      // A password is no longer enough for a step-up: a recovery code is, once.
      await ageProofs(console.service, fixture.host);
      await page.getByRole("button", { name: "Remove Work laptop" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).press("Enter");
      await proof.getByLabel("Code").fill(recoveryCode ?? "");
      await page.keyboard.press("Enter");
      await page.getByText("Work laptop is removed").waitFor();
      await page.getByText("9 recovery codes left").waitFor();
      await keyboard.did("DELETE /me/passkeys/{}");

      // A code signs in after the password, is replaced when codes are renewed, and is removed with the app.
      await signOut(page);
      await page.getByLabel("Email").fill(fixture.host.email);
      await page.getByLabel("Password").fill(fixture.host.password);
      await page.keyboard.press("Enter");
      await page.getByLabel("Code").fill(another ?? "");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
      await keyboard.did("POST /auth/login/factor");
      await openScreen(page, "/account/security", "Security");
      await keyboard.press(page.getByRole("button", { name: "New recovery codes" }));
      await codes.waitFor();
      const renewed = () => codes.getByRole("listitem").allTextContents();
      await expect.poll(renewed).toHaveLength(10);
      expect(await renewed()).not.toContain(another);
      await keyboard.did("POST /me/recovery-codes");
      await keyboard.press(codes.getByRole("button", { name: "I've saved them" }));
      await page.getByText("10 recovery codes left").waitFor();
      await keyboard.press(page.getByRole("button", { name: "Turn off" }));
      await keyboard.press(page.getByRole("dialog").getByRole("button", { name: "Turn off" }));
      await page.getByText("The app is turned off").waitFor();
      await page.getByRole("button", { name: "Set up an app" }).waitFor();
      await keyboard.did("DELETE /me/totp");

      // Password guesses in an open session are limited to ten, and the screen says when to try again.
      const statuses = await page.evaluate(async () => {
        const found: number[] = [];
        for (let tries = 0; tries < 11; tries++) {
          const body = JSON.stringify({ current: "a guess", password: "an evening in the garden" });
          const headers = { "Content-Type": "application/json", "Usher-Session": "cookie" };
          found.push((await fetch("/me/password", { method: "POST", headers, body })).status);
        }
        return found;
      });
      expect(statuses.at(-1)).toBe(429);
      await page.getByLabel("Current password").fill("a guess");
      await page.getByLabel("New password").fill("an evening in the garden");
      await page.getByRole("button", { name: "Change password" }).press("Enter");
      await page
        .getByRole("alert")
        .getByText(/Try again in/)
        .waitFor();
      await page
        .getByRole("alert")
        .getByText(/^Request /)
        .waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("API keys screen", () => {
  it(
    "creates a key after a step-up, shows it once, lists its use, and deletes it",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      await openScreen(page, "/account/keys", "API keys");
      await page.getByText("No API keys yet").waitFor();
      await page.getByRole("button", { name: "New API key" }).click();
      await page.getByLabel("Name").fill("CRM sync");
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByText("Choose at least one.").waitFor();
      await expectAccessible(page);
      await page.getByText("See events and their settings").click();
      await page.getByLabel("From where? Optional").fill("203.0.113.0/33");
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByText("or a network such as 203.0.113.0/24").waitFor();
      await page.getByLabel("From where? Optional").fill("203.0.113.0/24");
      await ageProofs(console.service, fixture.host);
      await page.getByRole("button", { name: "Create key" }).click();
      const proof = page.getByRole("dialog", { name: "Show that it's you" });
      await proof.getByLabel("Password").fill(fixture.host.password);
      await proof.getByRole("button", { name: "Continue" }).click();
      const key = await page.getByLabel("API key", { exact: true }).inputValue();
      expect(key).toMatch(/^usk_[0-9A-Za-z]{38}$/);
      await page.getByRole("button", { name: "I've saved it" }).click();
      await page.getByText("never used").waitFor();
      expect(await page.content()).not.toContain(key);
      const headers = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": "203.0.113.7" };
      expect((await fetchAgain(`${console.service.url}/events`, { headers })).status).toBe(200);
      await eventually(async () => {
        const { items } = await fixture.api<{ items: { last_used_at: string | null }[] }>("GET", "/api-keys");
        expect(items).toMatchObject([{ last_used_at: expect.any(String) }]);
      });
      await page.reload();
      await page.getByText(/last used [^·]+, [^·]+ · only from 203\.0\.113\.0\/24/).waitFor();
      await page.getByRole("button", { name: "Delete CRM sync" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("No API keys yet").waitFor();
      const refused = await fetchAgain(`${console.service.url}/events`, { headers });
      expect(refused.status).toBe(401);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("data screen", () => {
  it(
    "downloads the account's data and deletes the account after a step-up",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      await openScreen(page, "/account/data", "Your data");
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download your data" }).click();
      const file = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
      expect(file.events).toMatchObject([{ name: "Orangery Supper" }]);

      await ageProofs(console.service, fixture.host);
      await page.getByRole("button", { name: "Delete account…" }).click();
      await page.getByRole("button", { name: "Delete everything" }).click();
      // Closing the step-up dialog deletes nothing.
      await page.getByRole("dialog", { name: "Show that it's you" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Delete everything" }).click();
      const proof = page.getByRole("dialog", { name: "Show that it's you" });
      await proof.getByLabel("Password").fill(fixture.host.password);
      await proof.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      await page.getByLabel("Email").fill(fixture.host.email);
      await page.getByLabel("Password").fill(fixture.host.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("alert").waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
