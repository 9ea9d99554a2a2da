import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { START_TIMEOUT_MS } from "../support/node/e2e-setup.ts";
import { walk } from "./keyboard-walk.ts";
import { EVERY_SCREEN, hostOfEverything } from "./screens.ts";
import { type Console, openScreen, startConsole } from "./support.ts";

const TEST_TIMEOUT_MS = 180_000;

let app: Console;

beforeAll(async () => {
  app = await startConsole();
}, START_TIMEOUT_MS);
afterAll(() => app?.stop());

/** Frames, images and data are there, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}

describe("the console without a mouse", () => {
  /** @promise The console: Every control of every screen is reached with Tab and the arrow keys, shows that it has the focus, and is in sight then */
  it("reaches every control of every screen, in sight and with a ring", { timeout: TEST_TIMEOUT_MS }, async () => {
    const { tab, pathOf } = await hostOfEverything(app);
    const { page } = tab;
    const findings: Record<string, object> = {};
    for (const screen of EVERY_SCREEN) {
      await openScreen(page, pathOf(screen));
      await settle(page);
      const { reached, ...wrong } = await walk(page);
      expect(reached.length, screen).toBeGreaterThan(2);
      if (Object.values(wrong).some((names) => names.length > 0)) findings[screen] = wrong;
    }
    expect(findings).toEqual({});
    await page.context().close();
  });
});
