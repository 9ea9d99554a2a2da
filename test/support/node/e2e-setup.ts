import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "../../../testkit/browser.ts";
import type { RunningService } from "../../../testkit/running-service.ts";
import { sharedService } from "./shared-service.ts";

/** Starting the service and a browser on two shared cores. */
export const START_TIMEOUT_MS = 180_000;

/** What the e2e tests run against: the whole service, which other files use too, and a browser. */
export interface E2eSetup {
  service: RunningService;
  browser: Browser;
}

/** Starts a browser, and the service unless it runs, before the first test of a file, and passes them to `set`. */
export function useE2eSetup(set: (setup: E2eSetup) => void): void {
  let setup: E2eSetup | undefined;
  beforeAll(async () => {
    const [service, browser] = await Promise.all([sharedService(), startBrowser()]);
    setup = { service, browser };
    set(setup);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await setup?.browser.close();
  }, START_TIMEOUT_MS);
}
