import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab, type Tab } from "../../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { RENDERINGS, violationsIn } from "../support/node/axe.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { addAuthenticator, type VirtualAuthenticator } from "../support/node/virtual-authenticator.ts";

const TEST_TIMEOUT_MS = 120_000;

const LAPTOP = {
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
};

let service: RunningService;
let browser: Browser;

// Browsers give no passkeys to a site that has an address and no name.
useE2eSetup(
  (setup) => ({ service, browser } = setup),
  () => sharedService("localhost"),
);

async function signInOn(page: Page, { host }: E2eFixture, path = "/account/security"): Promise<void> {
  await page.goto(service.url + path);
  const form = page.locator("#sign-in");
  await form.getByLabel("Email").fill(host.email);
  await form.getByLabel("Password").fill(host.password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A signed-in host's security page, with an authenticator. */
async function openSecurity(): Promise<Tab & VirtualAuthenticator & { fixture: E2eFixture }> {
  const fixture = await makeE2eFixture(service);
  const tab = await openTab(browser);
  const authenticator = await addAuthenticator(tab.page);
  await signInOn(tab.page, fixture);
  await tab.page.getByRole("heading", { name: "Passkeys" }).waitFor();
  return { ...tab, ...authenticator, fixture };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.locator("#passkey-form").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText(`You can now sign in with “${name}”.`).waitFor();
}

/** Sets an app up by the text that the page shows. @returns its secret, and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Set up an app" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = ((await page.locator("#app-secret").textContent()) ?? "").replaceAll(" ", "");
  await page.locator("#app-code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  return { secret, recoveryCodes: await page.locator("#recovery-list li").allTextContents() };
}

const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** Moves the last proof of a host's sessions past the ten minutes in which it counts. */
const ageProof = ({ host }: E2eFixture) =>
  service.sql(
    "update sessions set authenticated_at = authenticated_at - 660000 where user_id = (select id from users where email_key = ?)",
    host.email.toLowerCase(),
  );

describe("a passkey in a browser", () => {
  /**
   * @promise Accounts: `GET /account/security` is where a host adds and removes passkeys, the authenticator app, recovery
   *   codes and sessions
   */
  it(
    "is added on the security page, signs in on the sign-in page, and is removed",
    async () => {
      const { page, pageErrors } = await openSecurity();
      await addPasskey(page, "Robin's laptop");
      expect(await page.locator("#passkey-list li").count()).toBe(1);
      expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);

      await page.goto(`${service.url}/login`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByRole("heading", { name: "Your events" }).waitFor();

      await page.getByRole("link", { name: "Sign-in and security" }).click();
      const remove = page.getByRole("button", { name: "Remove Robin's laptop" });
      await remove.click();
      await page.getByRole("button", { name: "Really? Remove Robin's laptop" }).click();
      await page.getByText("is removed").waitFor();
      await page.goto(`${service.url}/login`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("This passkey can't sign you in.").waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  /** @promise Accounts: A passkey is for this site alone, with its user verified, and answers each challenge once */
  it(
    "does not sign in from another origin, by a replay, without its user verified, or with another key",
    async () => {
      const { page, cdp, authenticatorId } = await openSecurity();
      await addPasskey(page, "Laptop");
      await page.goto(`${service.url}/login`);
      await page.getByRole("button", { name: "Sign out" }).click();
      const sent = page.waitForRequest(`${service.url}/auth/passkeys/authenticate`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByRole("heading", { name: "Your events" }).waitFor();

      // The same response again, by somebody who has seen it.
      const headers = { "Content-Type": "application/json" };
      const body = (await sent).postData() ?? "";
      const replayed = await fetch(`${service.url}/auth/passkeys/authenticate`, { method: "POST", headers, body });
      expect([replayed.status, await replayed.json()]).toMatchObject([401, { error: "invalid_passkey" }]);

      // The same program under another origin: the browser keeps the passkey back.
      const elsewhere = service.url.replace("localhost", "127.0.0.1");
      await page.goto(`${elsewhere}/login`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("Passkeys only work on this site's main address").waitFor();

      // An authenticator that cannot check who holds it.
      await page.goto(`${service.url}/login`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("No passkey was used.").waitFor();

      // A forged authenticator that claims to hold this passkey, with a key of the attacker.
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
      const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
      const [genuine] = credentials;
      if (genuine === undefined) throw new Error("the authenticator has no passkey");
      const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
      const privateKey = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey)).toString("base64");
      await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
      const credential = { ...genuine, privateKey, signCount: 1_000 };
      await cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("This passkey can't sign you in.").waitFor();
    },
    TEST_TIMEOUT_MS,
  );
});

describe("an authenticator app in a browser", () => {
  /**
   * @promise Accounts: With an authenticator app, the right password alone gives no session: `POST /auth/login/factor`
   *   takes the code
   */
  it(
    "is set up by what the page shows, and its code is the second step of signing in",
    async () => {
      const { page, pageErrors, fixture } = await openSecurity();
      const { secret, recoveryCodes } = await setUpApp(page);
      expect(recoveryCodes).toHaveLength(10);
      expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);
      await page.getByRole("button", { name: "I've saved them" }).click();
      expect(await page.content()).not.toContain(recoveryCodes[0]);

      const other = await openTab(browser);
      await signInOn(other.page, fixture, "/login");
      await other.page.getByLabel("Code").fill("000 000");
      expect(await violationsIn(other.page, { renderings: RENDERINGS })).toEqual([]);
      await other.page.getByRole("button", { name: "Sign in", exact: true }).click();
      await other.page.getByText("That code is wrong").waitFor();
      await other.page.getByLabel("Code").fill(codeOf(secret, 1));
      await other.page.getByRole("button", { name: "Sign in", exact: true }).click();
      await other.page.getByRole("heading", { name: "Your events" }).waitFor();

      const third = await openTab(browser);
      await signInOn(third.page, fixture, "/login");
      await third.page.getByLabel("Code").fill((recoveryCodes[0] ?? "").toLowerCase());
      await third.page.getByRole("button", { name: "Sign in", exact: true }).click();
      await third.page.getByRole("heading", { name: "Your events" }).waitFor();
      expect([...pageErrors, ...other.pageErrors, ...third.pageErrors]).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});

describe("an invite to an event", () => {
  it(
    "asks for a code where the account has an authenticator app, and needs no script for that",
    async () => {
      const { page, fixture: colleague } = await openSecurity();
      const { secret, recoveryCodes } = await setUpApp(page);
      const host = await makeE2eFixture(service);
      const { email } = colleague.host;
      await host.api("POST", `/events/${host.eventId}/collaborators`, { email, role: "editor" });
      const link = await linkFromMail(service, email, /\/invites\/\S+/);

      const { page: plain, requests } = await openTab(browser);
      await plain.goto(link);
      await plain.getByLabel("Password").fill(colleague.host.password);
      await plain.getByRole("button", { name: "Sign in and accept" }).click();
      await plain.getByText("One more step: enter a code.").waitFor();
      expect(await violationsIn(plain, { renderings: RENDERINGS })).toEqual([]);
      await plain.getByLabel("Code").fill(recoveryCodes[0]?.replace(/.$/, "?") ?? "");
      await plain.getByRole("button", { name: "Sign in and accept" }).click();
      await plain.getByRole("alert").getByText("That code is wrong").waitFor();
      await plain.getByLabel("Code").fill(codeOf(secret, 1));
      await plain.getByRole("button", { name: "Sign in and accept" }).click();
      await plain.getByRole("heading", { name: "Welcome" }).waitFor();
      expect(requests.filter((url) => url.endsWith(".js"))).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});

describe("a step-up in a browser", () => {
  /** @promise Accounts: `POST /auth/step-up` takes the password, or a code or passkey where the account has them */
  it(
    "asks for the password, a code or a passkey, and then does what was asked for",
    async () => {
      const { page, pageErrors, fixture } = await openSecurity();
      await ageProof(fixture);
      await page.locator("#passkey-form").getByLabel("Name").fill("Phone");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
      await dialog.getByLabel("Password").fill("not the password");
      await dialog.getByRole("button", { name: "Continue" }).click();
      await dialog.getByRole("alert").getByText("That isn't right").waitFor();
      expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);
      await dialog.getByLabel("Password").fill(fixture.host.password);
      await dialog.getByRole("button", { name: "Continue" }).click();
      await page.getByText("You can now sign in with “Phone”.").waitFor();

      await ageProof(fixture);
      await page.getByRole("button", { name: "Set up an app" }).click();
      await dialog.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
      const secret = ((await page.locator("#app-secret").textContent()) ?? "").replaceAll(" ", "");
      await page.locator("#app-code").fill(codeOf(secret));
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();

      await ageProof(fixture);
      await page.getByRole("button", { name: "Remove the app" }).click();
      await page.getByRole("button", { name: "Really? Remove the app" }).click();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("Nothing was changed").waitFor();
      await page.getByRole("button", { name: "Remove the app" }).click();
      await page.getByRole("button", { name: "Really? Remove the app" }).click();
      await dialog.getByLabel("Code").fill(codeOf(secret, 1));
      await dialog.getByRole("button", { name: "Continue" }).click();
      await page.getByText("It's off. Your password is enough to sign in again.").waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});

describe("the sessions of a host in a browser", () => {
  /** @promise Accounts: A host sees where they are signed in, and ends a session at once */
  it(
    "are listed with device and last use, and are ended one by one or all but this one",
    async () => {
      const { page, pageErrors, fixture } = await openSecurity();
      const others = [await openTab(browser, LAPTOP), await openTab(browser, LAPTOP)] as const;
      for (const { page: other } of others) {
        await signInOn(other, fixture, "/login");
        await other.getByRole("heading", { name: "Your events" }).waitFor();
      }
      await page.reload();
      const list = page.locator("#session-list li");
      await list.getByText("this device").waitFor();
      const before = await list.count();
      expect(await list.filter({ hasText: "Chrome on Linux" }).count()).toBe(2);
      await list.getByRole("button", { name: "Sign out Chrome on Linux" }).first().click();
      await page.getByRole("button", { name: "Really? Sign out Chrome on Linux" }).click();
      await page.getByText("Chrome on Linux is signed out.").waitFor();
      expect(await list.count()).toBe(before - 1);

      await page.getByRole("button", { name: "Sign out everywhere else" }).click();
      await page.getByRole("button", { name: "Really? Sign out everywhere else" }).click();
      await page.getByText("You're signed out everywhere else.").waitFor();
      expect(await list.count()).toBe(1);
      expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);
      for (const { page: other } of others) {
        await other.reload();
        await other.getByRole("heading", { name: "Sign in" }).waitFor();
      }
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});
