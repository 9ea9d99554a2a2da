import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { holdRequests } from "./held-requests.ts";
import { refuse } from "./press-everything.ts";
import { EVERY_SCREEN, hostOfEverything } from "./screens.ts";
import { openScreen, untilIdle, useConsole } from "./support.ts";

const TEST_TIMEOUT_MS = 300_000;

/** Screens that show nothing but forms, the account and the event, in their order. */
const READ_NOTHING = [
  ...["/sign-in", "/sign-up", "/create", "/account", "/account/data"],
  ...["/events/$eventId/import", "/events/$eventId/settings"],
];

const app = useConsole();

const alerts = (page: Page) => page.getByRole("alert");
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again", exact: true });

describe("a screen of the console", () => {
  /**
   * @promise The console: A screen whose data was refused, or has no network to come by, says so and can be tried again; when the network is back it comes by itself
   */
  it("says what it could not read, and reads it when it can", { timeout: TEST_TIMEOUT_MS }, async () => {
    const { tab, pathOf } = await hostOfEverything(app);
    const { page } = tab;
    // The frame needs the account and the event. What an action looks up is an action's.
    const isRead = (pathname: string) => !/^\/(app|auth|me$|events\/[^/]+$)/.test(pathname);
    const silent: string[] = [];
    let isRefusing = false;
    let refused = 0;
    await holdRequests(
      page,
      async (request) => {
        if (!isRefusing || !isRead(request.pathname)) return request.pass();
        refused++;
        await refuse(request, "Try again in 60 s.");
      },
      // What the screen before still reads is not this one's.
      () => {
        refused = 0;
      },
    );
    for (const screen of EVERY_SCREEN) {
      isRefusing = true;
      await openScreen(page, pathOf(screen));
      await untilIdle(page);
      if (refused === 0) await page.waitForLoadState("networkidle");
      if (refused === 0) {
        silent.push(screen);
        continue;
      }
      await alerts(page).filter({ hasText: "Try again in 60 s." }).first().waitFor();
      isRefusing = false;
      await page.context().setOffline(true);
      await tryAgain(page).first().click();
      await alerts(page).filter({ hasText: "You're offline" }).first().waitFor();
      await page.context().setOffline(false);
      await expect.poll(() => alerts(page).count(), { message: screen, timeout: 30_000 }).toBe(0);
    }
    expect(silent).toEqual(READ_NOTHING);
    await page.context().close();
  });

  /** @promise The console: A screen that cannot be fetched without a network says so in place, and comes when the network is back */
  it("whose code cannot be fetched says so, and comes with the network", { timeout: TEST_TIMEOUT_MS }, async () => {
    const { tab, pathOf } = await hostOfEverything(app);
    const { page } = tab;
    for (const screen of ["/account/plan", "/events/$eventId/guests", "/events/$eventId/settings/questions"]) {
      await openScreen(page, "/account");
      await page.context().setOffline(true);
      await page.evaluate((path) => history.pushState(null, "", path), `/app${pathOf(screen)}`);
      await page.getByRole("heading", { level: 1, name: "Something went wrong" }).waitFor();
      await alerts(page).filter({ hasText: "You're offline" }).waitFor();
      await page.context().setOffline(false);
      await alerts(page).waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe(`/app${pathOf(screen)}`);
    }
    // Nor can anything be shown while the account is refused.
    let isRefusing = true;
    await holdRequests(page, (request) =>
      isRefusing && request.pathname === "/me" ? refuse(request, "Try again in 60 s.") : request.pass(),
    );
    await page.goto("/app/account");
    await alerts(page).filter({ hasText: "Try again in 60 s." }).waitFor();
    isRefusing = false;
    await tryAgain(page).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    await page.context().close();
  });
});
