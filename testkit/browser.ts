import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { ownAddress } from "./own-address.ts";
import { requireProgram } from "./programs.ts";
import { WAIT_LIMIT_MS } from "./wait-limit.ts";

/** Client address per browser, instead of the one address that all programs of this machine share. */
const addresses = new WeakMap<Browser, string>();

function addressOf(browser: Browser): string {
  return addresses.get(browser) ?? moveToOwnAddress(browser);
}

/**
 * Gives the tabs that a browser opens later a client address that no other caller has, so that limits by address start at
 * zero.
 * @returns the address
 */
export function moveToOwnAddress(browser: Browser): string {
  const address = ownAddress(127);
  addresses.set(browser, address);
  return address;
}

/**
 * Features that Chromium disables: Playwright's own list, because only the last such switch counts, and the popups of the
 * invisible address bar. Each tab loads two of those, which takes 0.3 s of processor time.
 */
const DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "LensOverlay",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "PreconnectToSearch",
  "AimEnabled",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

/**
 * Options of a tab that shows a theme in an iframe with an opaque origin. Its font requests have no extra client address, because
 * any header in addition to the browser's would cause a preflight request, which a host's browser never sends.
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
    timeout: WAIT_LIMIT_MS,
    args: [
      "--no-sandbox",
      "--headless",
      "--disable-gpu",
      "--disable-background-networking",
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
    // Dates of the tests are written by British custom.
    locale: "en-GB",
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { "CF-Connecting-IP": addressOf(browser) },
    ...options,
  });
  context.setDefaultTimeout(WAIT_LIMIT_MS);
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
