import type { Browser } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import type { RunningService } from "../../../testkit/running-service.ts";
import { closeTabs, sharedBrowser } from "./shared-browser.ts";
import { sharedService } from "./shared-service.ts";

/** Starting the service and a browser on two shared cores. */
export const START_TIMEOUT_MS = 180_000;

/** What the e2e tests run against: the whole service, which other files use too, and a browser. */
export interface E2eSetup {
  service: RunningService;
  browser: Browser;
}

/**
 * Starts the service and the browser unless they run, before the first test of a file, and passes them to `set`. Closes the
 * tabs of each test after it.
 * @param start starts the service; default the one that files of tests share
 */
export function useE2eSetup(
  set: (setup: E2eSetup) => void,
  start: () => Promise<RunningService> = () => sharedService(),
): void {
  let setup: E2eSetup | undefined;
  beforeAll(async () => {
    const [service, browser] = await Promise.all([start(), sharedBrowser()]);
    setup = { service, browser };
    set(setup);
    return () => service.stop();
  }, START_TIMEOUT_MS);
  afterEach(async () => {
    if (setup !== undefined) await closeTabs(setup.browser);
  });
}
