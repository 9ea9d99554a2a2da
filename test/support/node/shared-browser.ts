import type { Browser } from "playwright-core";
import { moveToOwnAddress, startBrowser } from "../../../testkit/browser.ts";

let started: Promise<Browser> | undefined;

/**
 * Returns the browser of this worker process, which its test files use one after the other. Starts it on the first call,
 * and starts another one if it has crashed. It ends with the process.
 *
 * Call it before the first test of a file, because the tabs of each file get a separate client address. A test opens its tabs
 * with `openTab`, each in its own context, and `closeTabs` closes them after the test.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await started?.catch(() => undefined);
  if (running?.isConnected() !== true) started = startBrowser();
  const browser = (await started) as Browser;
  moveToOwnAddress(browser);
  return browser;
}

/** Returns the address and the text of each tab, which explain a failed test. */
export async function describeTabs(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const texts = pages.map(async (page) => [page.url(), await page.locator("body").innerText().catch(String)]);
  return (await Promise.all(texts)).flat().join("\n");
}

/** Closes every tab of a browser with its storage, so that no page of one test runs during the next test. */
export async function closeTabs(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
