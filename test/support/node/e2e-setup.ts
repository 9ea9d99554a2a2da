import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "../../../testkit/browser.ts";
import { type RunningService, startService } from "../../../testkit/running-service.ts";

/** Starting the service and a browser on two shared cores. */
export const START_TIMEOUT_MS = 180_000;

/** What the e2e tests run against: the whole service, and a browser. */
export interface E2eSetup {
  service: RunningService;
  browser: Browser;
}

/** Starts service and browser before the first test of a file, passes them to `set`, and stops them after the last. */
export function useE2eSetup(set: (setup: E2eSetup) => void): void {
  let setup: E2eSetup | undefined;
  beforeAll(async () => {
    const [service, browser] = await Promise.all([startService(), startBrowser()]);
    setup = { service, browser };
    set(setup);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await setup?.browser.close();
    await setup?.service.stop();
  }, START_TIMEOUT_MS);
}
