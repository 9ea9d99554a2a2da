import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { requireProgram } from "./programs.ts";

/** Several people and programs share two cores. */
const PATIENCE_MS = 30_000;
const STARTS_WITHIN_MS = 60_000;

/** Starts Chromium. @param cameraVideo a file that its camera sees, over and over; see camera-video.ts */
export function startBrowser(cameraVideo?: string): Promise<Browser> {
  const camera = [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${cameraVideo}`,
  ];
  return chromium.launch({
    executablePath: requireProgram("chromium"),
    timeout: STARTS_WITHIN_MS,
    args: [
      ...["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"],
      ...(cameraVideo === undefined ? [] : camera),
    ],
  });
}

/** A tab of a browser of its own, and everything about it that should not have happened. */
export interface Tab {
  page: Page;
  /** Broken policies and scripts that failed. */
  troubles: string[];
  /** The addresses of all requests. */
  requests: string[];
}

/** Opens a tab that shares nothing with any other. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const tab: Tab = { page, troubles: [], requests: [] };
  page.on("pageerror", (error) => tab.troubles.push(error.message));
  page.on("console", (message) => {
    // Refusals of the service (404, 409) are logged too, and are what some tests are about.
    const isStatus = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isStatus) tab.troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) tab.requests.push(request.url());
  });
  return tab;
}
