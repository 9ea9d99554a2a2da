import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { openTab } from "../../../testkit/browser.ts";
import { call, type E2eFixture } from "../../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../../testkit/running-service.ts";
import { shortCodeIn } from "../door-code.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

/** Submits an RSVP for every guest and returns the JWTs of their door codes. */
export function doorJwtsOf(
  service: RunningService,
  fixture: E2eFixture,
  answer: object = { response: "attending", plus_ones: 0 },
): Promise<string[]> {
  return Promise.all(
    fixture.guests.map(async ({ link }, index) => {
      const body = { token: link.split("/i/")[1], ...answer };
      const address = `10.2.${index >> 8}.${index & 255}`;
      const { check_in } = await call<{ check_in: { qr_token: string } | null }>(
        service,
        address,
        "POST",
        "/rsvp",
        body,
      );
      return check_in?.qr_token ?? "";
    }),
  );
}

/** Submits an RSVP for every guest and returns the short codes of their passes. */
export async function doorCodesOf(service: RunningService, fixture: E2eFixture, answer?: object): Promise<string[]> {
  return (await doorJwtsOf(service, fixture, answer)).map((jwt) => (jwt === "" ? "" : shortCodeIn(jwt)));
}

/** Opens a scanner link behind a relay that can be cut, together with the browser's offline mode. */
export async function openBehindRelay(browser: Browser, service: RunningService, url: string) {
  const network = await startTcpProxy(service.url);
  onTestFinished(() => network.cut());
  const tab = await openTab(browser);
  await tab.page.goto(url.replace(service.url, network.url));
  await tab.page.locator("#counter strong").waitFor();
  const context = tab.page.context();
  return {
    ...tab,
    network,
    goOffline: () => network.cut().then(() => context.setOffline(true)),
    goOnline: () => network.restore().then(() => context.setOffline(false)),
  };
}

/** Types a code and submits it, as a barcode scanner does. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel("Barcode scanner").fill(code);
  await page.getByLabel("Barcode scanner").press("Enter");
  await page.locator("#verdict").waitFor();
}

export async function dismiss(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator("#verdict").waitFor({ state: "hidden" });
}

/** Waits until the guest list is on the phone. */
export async function listIsSaved(page: Page): Promise<void> {
  await page.locator("#list-state:not(:empty)").waitFor();
}
