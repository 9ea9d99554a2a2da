import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { openTab, type Tab } from "../../testkit/browser.ts";
import { type E2eFixture, type E2eFixtureOptions, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { eventually } from "../support/eventually.ts";
import { violationsIn } from "../support/node/axe.ts";
import { type E2eSetup, useE2eSetup } from "../support/node/e2e-setup.ts";
import { expectIdle, openRequestsOf } from "../support/node/idle-page.ts";

/** A complete service, and a browser for its console. */
export type Console = Readonly<E2eSetup>;

/**
 * Starts the service and the browser for a file's tests, before the first test begins.
 * @param start starts the service; by default, the one that test files share
 */
export function useConsole(start?: () => Promise<RunningService>): Console {
  let setup: E2eSetup | undefined;
  useE2eSetup((started) => {
    setup = started;
  }, start);
  const ready = (): E2eSetup => {
    if (setup === undefined) throw new Error("the console is started only when the first test begins");
    return setup;
  };
  return {
    get service() {
      return ready().service;
    },
    get browser() {
      return ready().browser;
    },
  };
}

/** Creates a host with an event and guests, and a tab in which the host is signed in. */
export async function hostAtConsole(
  { service, browser }: Console,
  options: E2eFixtureOptions = {},
  context: BrowserContextOptions = {},
): Promise<Tab & { fixture: E2eFixture }> {
  const fixture = await makeE2eFixture(service, options);
  const tab = await openTab(browser, {
    baseURL: service.url,
    viewport: { width: 1280, height: 900 },
    // Animations can be disabled, because the console defines them only in style sheets.
    reducedMotion: "reduce",
    ...context,
  });
  await signIn(tab.page, fixture.host);
  return { ...tab, fixture };
}

/** Signs a tab in without loading the console: the response sets the cookie, as for the console's form. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const response = await page.context().request.post("/auth/login", {
    headers: { "Usher-Session": "cookie", "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": ownAddress() },
    data: { email, password },
  });
  expect(response.status()).toBe(204);
}

/** Waits until a screen has loaded its data: no request is pending and no skeleton is shown. */
export function untilRead(page: Page): Promise<void> {
  return eventually(async () => {
    await expectIdle(page);
    expect(await page.locator(".skeleton").count()).toBe(0);
  });
}

/**
 * Opens a screen and waits until it shows its heading and no skeleton. Data that replaces a skeleton moves what is below it, and a
 * button that moves between press and release is not pressed.
 * @param path below `/app`
 */
export async function openScreen(page: Page, path: string, heading?: string | RegExp): Promise<void> {
  openRequestsOf(page);
  await page.goto(`/app${path}`);
  const wanted = heading === undefined ? { level: 1 } : { level: 1, name: heading };
  await page.getByRole("heading", wanted).waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
}

/** Asserts that axe finds nothing on a whole screen, in either colour scheme. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  expect(await violationsIn(page)).toEqual([]);
}

/** Asserts that axe finds nothing on the page in its current state, such as with an open dialog or shown errors. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsIn(page, { renderings: [{ colorScheme: "light" }] })).toEqual([]);
}

/** Waits until a field has a text. */
export async function expectValue(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.inputValue()).toBe(text);
}

/** Asserts that nothing went wrong in a tab: no script error, no violation of the CSP, no request to another origin. */
export function expectClean({ pageErrors, requests }: Tab, service: RunningService): void {
  expect(pageErrors).toEqual([]);
  const elsewhere = requests.filter((url) => !url.startsWith(service.url) && !url.startsWith("blob:"));
  expect(elsewhere).toEqual([]);
}

/** Makes the last authentication of a host's sessions too old for actions that need a step-up. */
export function ageProofs(service: RunningService, { email }: { email: string }): Promise<void> {
  return service.sql(
    `update sessions set authenticated_at = authenticated_at - 660000
     where user_id = (select id from users where email_key = ?)`,
    email,
  );
}

/**
 * Ends the host's session, so that the screen's next write fails. Other requests are held, because any failed request opens the
 * sign-in dialog over the control that the test is about to press.
 * @returns a function that releases the held requests
 */
export async function endSession(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (!["PATCH", "PUT"].includes(route.request().method())) await held.promise;
    await route.fallback();
  });
  await page.context().clearCookies();
  return held.resolve;
}
