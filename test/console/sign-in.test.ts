import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import { RENDERINGS, violationsIn } from "../support/node/axe.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { addAuthenticator } from "../support/node/virtual-authenticator.ts";
import { choose } from "./keyboard-walk.ts";
import { hostAtConsole, openScreen, useConsole } from "./support.ts";

const TEST_TIMEOUT_MS = 120_000;

// Browsers refuse passkeys for a site with an IP address instead of a host name.
const console = useConsole(() => sharedService("localhost"));

/** Stores the authenticator's response, which Playwright cannot read because the console sends it as a stream. */
const KEEP_RESPONSE = `
  const send = window.fetch;
  window.fetch = async (request, ...rest) => {
    if (String(request.url).endsWith("/auth/passkeys/authenticate")) window.authenticated = await request.clone().text();
    return send(request, ...rest);
  };
`;

const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

describe("passkey sign-in", () => {
  it(
    "rejects another origin, a replay, a missing user verification and another key",
    async () => {
      const { page } = await hostAtConsole(console);
      const { service } = console;
      const { cdp, authenticatorId } = await addAuthenticator(page);
      await page.addInitScript(KEEP_RESPONSE);
      await openScreen(page, "/account/security", "Security");
      await page.getByLabel("Name of the passkey").fill("Laptop");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByText("You can now sign in with Laptop").waitFor();
      const signedOut = async () => {
        await choose(page, page.getByRole("button", { name: "Robin Marsh" }), "Sign out");
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      };
      const usePasskey = page.getByRole("button", { name: "Use a passkey" });

      await signedOut();
      await usePasskey.click();
      await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();

      // Replays the response, as an attacker who has recorded it would.
      const headers = { "Content-Type": "application/json" };
      const body = await page.evaluate<string>("window.authenticated");
      const replayed = await fetch(`${service.url}/auth/passkeys/authenticate`, { method: "POST", headers, body });
      expect([replayed.status, await replayed.json()]).toMatchObject([401, { error: "invalid_passkey" }]);

      // Under another origin, the browser does not offer the passkey.
      await page.goto(`${service.url.replace("localhost", "127.0.0.1")}/app/sign-in`);
      await usePasskey.click();
      await page.getByRole("alert").getByText("Passkeys only work on this site's main address.").waitFor();

      // An authenticator that cannot verify its user.
      await openScreen(page, "", "Events");
      await signedOut();
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
      const refusedByBrowser = page.waitForResponse(`${service.url}/auth/passkeys/authentication-options`);
      await usePasskey.click();
      await refusedByBrowser;
      await expect.poll(() => usePasskey.isEnabled()).toBe(true);
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();

      // Every user gets this help, because an error must not reveal which account is locked.
      await page.getByText("Can't get in?").click();
      await page.getByText("Five wrong passwords lock an account").waitFor();
      await page.getByText("We've emailed you a link").waitFor();
      expect(await violationsIn(page)).toEqual([]);

      // A forged authenticator that claims to hold this passkey, with the attacker's key.
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
      const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
      const [genuine] = credentials;
      if (genuine === undefined) throw new Error("the authenticator has no passkey");
      const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
      const privateKey = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey)).toString("base64");
      await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
      const credential = { ...genuine, privateKey, signCount: 1_000 };
      await cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
      await usePasskey.click();
      await page.getByRole("alert").getByText("This passkey can't sign you in.").waitFor();
    },
    TEST_TIMEOUT_MS,
  );
});

describe("invite page", () => {
  it(
    "asks for an authenticator code, and works without JavaScript",
    async () => {
      const { service, browser } = console;
      const [colleague, host] = [await makeE2eFixture(service), await makeE2eFixture(service)];
      const { secret } = await colleague.api<{ secret: string }>("POST", "/me/totp");
      await colleague.api("POST", "/me/totp/confirm", { code: codeOf(secret) });
      const { email } = colleague.host;
      await host.api("POST", `/events/${host.eventId}/collaborators`, { email, role: "editor" });
      const link = await linkFromMail(service, email, /\/invites\/\S+/);

      const { page: plain, requests } = await openTab(browser);
      await plain.goto(link);
      await plain.getByLabel("Password").fill(colleague.host.password);
      await plain.getByRole("button", { name: "Sign in and accept" }).click();
      await plain.getByText("One more step: enter a code.").waitFor();
      expect(await violationsIn(plain, { renderings: RENDERINGS })).toEqual([]);
      await plain.getByLabel("Code").fill("000 000");
      await plain.getByRole("button", { name: "Sign in and accept" }).click();
      await plain.getByRole("alert").getByText("That code is wrong").waitFor();
      await plain.getByLabel("Code").fill(codeOf(secret, 1));
      await plain.getByRole("button", { name: "Sign in and accept" }).click();
      await plain.getByRole("heading", { name: "Welcome" }).waitFor();
      const next = plain.getByRole("link", { name: "Open the event" });
      expect(await next.getAttribute("href")).toBe(`/app/events/${host.eventId}`);
      expect(requests.filter((url) => url.endsWith(".js"))).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});
