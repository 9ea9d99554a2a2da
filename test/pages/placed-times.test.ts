import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";

const TEST_TIMEOUT_MS = 120_000;

let service: RunningService;
let browser: Browser;
let fixture: E2eFixture;

useE2eSetup((setup) => {
  ({ service, browser } = setup);
});

beforeAll(async () => {
  fixture = await makeE2eFixture(service, { guests: 1 });
  await fixture.api("PATCH", `/events/${fixture.eventId}`, { rsvp_deadline: new Date(deadline()).toISOString() });
}, TEST_TIMEOUT_MS);

/** Four in the afternoon in Berlin or five, at least a week ahead. */
function deadline(): number {
  return Math.ceil(Date.now() / 86_400_000 + 7) * 86_400_000 + 15 * 3_600_000;
}

async function opened(options: Parameters<typeof openTab>[1]): Promise<Page> {
  const { page } = await openTab(browser, options);
  await page.goto(fixture.guests[0]?.link ?? "");
  await page.locator(".deadline").waitFor();
  return page;
}

describe("places of times on the invitation", () => {
  it.each([
    ["Europe/Berlin", true, []],
    ["Europe/Paris", true, []],
    ["America/New_York", true, ["in Berlin", "in Berlin"]],
    ["Europe/Berlin", false, ["in Berlin", "in Berlin"]],
  ] as const)(
    "stand where clocks show another time: read in %s, with JavaScript: %s",
    async (timezoneId, javaScriptEnabled, places) => {
      const page = await opened({ timezoneId, javaScriptEnabled });
      const shown = page.locator(".place:visible");
      await expect.poll(async () => (await shown.allTextContents()).map((text) => text.trim())).toEqual(places);
      expect(await page.locator(".deadline").innerText()).toMatch(
        /^Please reply by \w+\s\d+\s\w+, 1[67]:00(\sin\sBerlin)?\.$/,
      );
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "leave no gap before the full stop in a language from right to left",
    async () => {
      const page = await opened({ timezoneId: "Europe/Berlin", locale: "ar" });
      await expect.poll(() => page.locator(".place:visible").count()).toBe(0);
      expect((await page.locator(".deadline").innerText()).replace(/[\u2066-\u2069]/g, "")).toMatch(/\d:00\s[صم]\.$/);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "follow dates by the custom of the reader's region",
    async () => {
      const page = await opened({ timezoneId: "Europe/Berlin", locale: "en-US" });
      expect((await page.locator(".deadline").innerText()).replaceAll("\u00a0", " ")).toMatch(
        /^Please reply by \w+, \w+ \d+ at [45]:00 PM\.$/,
      );
    },
    TEST_TIMEOUT_MS,
  );
});
