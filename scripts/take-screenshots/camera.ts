import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { openTab } from "../../testkit/browser.ts";
import type { E2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";

const TARGET = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** Of 100; text stays sharp, and a picture takes some 25 KB. */
const QUALITY = 80;

export type Size = keyof typeof SIZES;
export type Scheme = "light" | "dark";

/** What pictures are taken of. */
export interface Scene {
  service: RunningService;
  browser: Browser;
  fixture: E2eFixture;
}

/** Opens a page, performs `act` on it, and saves a screenshot as WebP. */
export async function take(
  { browser }: Scene,
  name: string,
  size: Size,
  scheme: Scheme,
  act: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { page } = await openTab(browser, {
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: "reduce",
    timezoneId: "Europe/London",
    locale: "en-GB",
  });
  await act(page);
  await save(page, `${name}-${size}-${scheme}`);
  await page.context().close();
}

/** Saves what a page shows. Playwright's own screenshots are PNG or JPEG: four times the size. */
export async function save(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  await mkdir(TARGET, { recursive: true });
  await writeFile(join(TARGET, `${name}.webp`), Buffer.from(data, "base64"));
}
