import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { EVERY_SCREEN, hostOfEverything } from "./screens.ts";
import { expectAccessible, expectClean, openScreen, untilRead, useConsole } from "./support.ts";

const CONSOLE = fileURLToPath(new URL("../../console/src/", import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 } };

/** The list in parts of about the same length: a test of all would take longer than a test may. */
function parts(list: string[], count: number): string[][] {
  const length = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, part) => list.slice(part * length, (part + 1) * length));
}

const app = useConsole();

/** How much wider than the window the page is, in CSS pixels. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

describe("every screen of the console", () => {
  it("is in the lists below", () => {
    const folders = globSync("routes/**/screen.tsx", { cwd: CONSOLE });
    const routed = readFileSync(`${CONSOLE}router.tsx`, "utf8").match(/component: screen\(/g) ?? [];
    expect(new Set(EVERY_SCREEN).size).toBe(EVERY_SCREEN.length);
    expect(routed.length).toBe(EVERY_SCREEN.length);
    expect(folders.length).toBeGreaterThan(20);
  });

  /** @promise The console: No screen has a finding of axe, in light or dark; none asks another origin, and none violates its policy */
  it.each(parts(EVERY_SCREEN, 4))(
    "has nothing that axe finds, in either scheme, and asks no other origin: %s …",
    async (...part) => {
      const { tab, pathOf } = await hostOfEverything(app);
      for (const screen of part) {
        await openScreen(tab.page, pathOf(screen));
        await untilRead(tab.page);
        await expectAccessible(tab.page);
      }
      expectClean(tab, app.service);
      await tab.page.context().close();
    },
  );

  /** @promise The console: Texts twice as long, and a direction from right to left, fit every screen on a phone */
  it.each(parts(EVERY_SCREEN, 2))(
    "fits a phone with texts twice as long, from right to left: %s …",
    async (...part) => {
      const { tab, pathOf } = await hostOfEverything(app, PHONE);
      const { page } = tab;
      const tooWide: string[] = [];
      for (const screen of part) {
        await openScreen(page, `${pathOf(screen)}?locale=pseudo-rtl`);
        await untilRead(page);
        if ((await overflowOf(page)) > 0) tooWide.push(screen);
      }
      expect(tooWide).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
      await page.context().close();
    },
  );
});
