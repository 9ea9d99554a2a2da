import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { ownAddress } from "./own-address.ts";
import { requireProgram } from "./programs.ts";

/** Generous, because the tests share two cores with other programs. */
const ACTION_TIMEOUT_MS = 30_000;
const START_TIMEOUT_MS = 60_000;
/** Of each browser, in place of the one address that all programs of this machine have. */
const addresses = new WeakMap<Browser, string>();

function addressOf(browser: Browser): string {
  return addresses.get(browser) ?? moveToOwnAddress(browser);
}

/**
 * Gives the tabs that a browser opens from now on an address that no other caller has. What the service limits by address
 * is then counted anew.
 * @returns the address
 */
export function moveToOwnAddress(browser: Browser): string {
  const address = ownAddress(127);
  addresses.set(browser, address);
  return address;
}

/**
 * What Chromium does without. Playwright's own list, as only the last of two such switches counts, and at
 * its end the popups of an address bar that nobody sees, of which each tab loads two: 0.3 s of processor time.
 */
const DISABLED_FEATURES = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"],
  ...["AimEnabled", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
];

/**
 * The options of a tab that shows a theme in a frame of no origin. A font is a request without an address of our own there: any
 * header beside the browser's makes it ask first, as no browser of a host does.
 */
export const WITH_FRAMED_FONTS = { extraHTTPHeaders: {} } as const satisfies BrowserContextOptions;

/** Starts Chromium. @param cameraVideo a file that its fake camera plays in a loop; see camera-video.ts */
export function startBrowser(cameraVideo?: string): Promise<Browser> {
  const camera = [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${cameraVideo}`,
  ];
  return chromium.launch({
    executablePath: requireProgram("chromium"),
    timeout: START_TIMEOUT_MS,
    args: [
      ...["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"],
      `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ...(cameraVideo === undefined ? [] : camera),
    ],
  });
}

/** A tab in its own browser context. */
export interface Tab {
  page: Page;
  /** Script errors and violations of the Content-Security-Policy. */
  pageErrors: string[];
  /** The addresses of all requests. */
  requests: string[];
}

/** Opens a tab with its own storage. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { "CF-Connecting-IP": addressOf(browser) },
    ...options,
  });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  const tab: Tab = { page, pageErrors: [], requests: [] };
  page.on("pageerror", (error) => tab.pageErrors.push(error.message));
  page.on("console", (message) => {
    // Chromium logs responses such as 404 and 409 as errors, and tests expect some of them.
    const isStatus = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isStatus) tab.pageErrors.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) tab.requests.push(request.url());
  });
  return tab;
}
