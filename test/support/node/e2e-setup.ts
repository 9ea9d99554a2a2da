import type { Browser } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import type { RunningService } from "../../../testkit/running-service.ts";
import { closeTabs, describeTabs, sharedBrowser } from "./shared-browser.ts";
import { sharedService } from "./shared-service.ts";

/** Timeout for starting the service and a browser on two shared cores. */
export const START_TIMEOUT_MS = 180_000;

/** Setup of the e2e tests: the whole service, which other files share, and a browser. */
export interface E2eSetup {
  service: RunningService;
  browser: Browser;
}

/**
 * Starts the service and the browser unless they run, before the first test of a file, and passes them to `set`. Closes the
 * tabs of each test after it; a failed test prints their texts first.
 * @param start starts the service; by default, the one that test files share
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
  afterEach(async ({ task }) => {
    if (setup === undefined) return;
    if (task.result?.state === "fail") console.log(await describeTabs(setup.browser));
    await closeTabs(setup.browser);
  });
}
