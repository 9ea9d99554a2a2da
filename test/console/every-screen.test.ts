import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { share } from "../support/rounds.ts";
import { holdRequests, refuse } from "./held-requests.ts";
import { EVERY_SCREEN, hostOfEverything } from "./screens.ts";
import { openScreen, untilRead, useConsole } from "./support.ts";

const CONSOLE = fileURLToPath(new URL("../../console/src/", import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 } };
const TEST_TIMEOUT_MS = 120_000;

const app = useConsole();

/** Horizontal overflow of the page, in CSS pixels. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

describe("console router and screens", () => {
  it("lists every screen in the groups that tests visit", () => {
    const folders = globSync("routes/**/screen.tsx", { cwd: CONSOLE });
    const routed =
      readFileSync(`${CONSOLE}router.tsx`, "utf8").match(/import\("\.\/routes\/[^"]+\/screen\.tsx"\)/g) ?? [];
    expect(new Set(EVERY_SCREEN).size).toBe(EVERY_SCREEN.length);
    expect(routed.length).toBe(EVERY_SCREEN.length);
    expect(folders.length).toBeGreaterThan(20);
  });

  it("fits every screen on a phone with texts of double length, from right to left", {
    tags: "rounds",
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const { tab, pathOf } = await hostOfEverything(app, PHONE);
    const { page } = tab;
    const tooWide: string[] = [];
    for (const screen of share(EVERY_SCREEN, 0)) {
      await openScreen(page, `${pathOf(screen)}?locale=pseudo-rtl`);
      await untilRead(page);
      if ((await overflowOf(page)) > 0) tooWide.push(screen);
    }
    expect(tooWide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  });

  it("shows that a screen's code cannot load offline, and loads it when the network is back", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const { tab, pathOf } = await hostOfEverything(app);
    const { page } = tab;
    const alerts = page.getByRole("alert");
    for (const screen of ["/account/plan", "/events/$eventId/guests", "/events/$eventId/settings/questions"]) {
      await openScreen(page, "/account");
      await page.context().setOffline(true);
      await page.evaluate((path) => history.pushState(null, "", path), `/app${pathOf(screen)}`);
      await page.getByRole("heading", { level: 1, name: "Something went wrong" }).waitFor();
      await alerts.filter({ hasText: "You're offline" }).waitFor();
      await page.context().setOffline(false);
      await alerts.waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe(`/app${pathOf(screen)}`);
    }
    // While `GET /me` fails, no screen can be shown either.
    let isRefusing = true;
    await holdRequests(page, (request) =>
      isRefusing && request.pathname === "/me" ? refuse(request, "Try again in 60 s.") : request.pass(),
    );
    await page.goto("/app/account");
    await alerts.filter({ hasText: "Try again in 60 s." }).waitFor();
    isRefusing = false;
    await page.getByRole("button", { name: "Try again", exact: true }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  });
});
