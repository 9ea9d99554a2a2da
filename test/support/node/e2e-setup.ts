import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "../../../testkit/browser.ts";
import { type RunningService, startService } from "../../../testkit/running-service.ts";

/** A start of everything, on a machine that others use too. */
export const STARTS_WITHIN_MS = 180_000;

/** What the tests of pages have in front of them: a whole service, and a browser. */
export interface E2eSetup {
  service: RunningService;
  browser: Browser;
}

/** Starts a stage before the first test of a file and clears it away after the last; `set` is told when it stands. */
export function useE2eSetup(set: (stage: E2eSetup) => void): void {
  let stage: E2eSetup | undefined;
  beforeAll(async () => {
    const [service, browser] = await Promise.all([startService(), startBrowser()]);
    stage = { service, browser };
    set(stage);
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.service.stop();
  }, STARTS_WITHIN_MS);
}
