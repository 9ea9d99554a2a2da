import type { Page } from "playwright-core";
import { holdRequests, refuse } from "./held-requests.ts";
import { isWrite } from "./writes.ts";

const READ_AGAIN = "Try again in 60 s.";

/**
 * Prepares a page whose reads can fail.
 * @returns a function that opens a screen while all its reads fail, then retries them: first without a network, then with one
 */
export async function refusableReads(page: Page): Promise<(open: () => Promise<void>) => Promise<void>> {
  let isRefusing = false;
  await holdRequests(page, (request) => {
    const isRefused = isRefusing && !isWrite(request.method, request.pathname) && isOfScreen(request.pathname);
    return isRefused ? refuse(request, READ_AGAIN) : request.pass();
  });
  return async (open) => {
    isRefusing = true;
    await open();
    const alerts = page.getByRole("alert");
    await alerts.filter({ hasText: READ_AGAIN }).first().waitFor();
    isRefusing = false;
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Try again", exact: true }).first().press("Enter");
    await alerts.filter({ hasText: "You're offline" }).first().waitFor();
    await page.context().setOffline(false);
    await alerts.first().waitFor({ state: "detached" });
  };
}

/** True for a read of the screen itself; its frame needs the account and the event. */
function isOfScreen(pathname: string): boolean {
  return !/^\/(app|auth|me$|events\/[^/]+$)/.test(pathname);
}
