import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { eventually } from "../support/eventually.ts";
import { turnOn } from "../support/node/controls.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";
import { guestAt, pass, sayYes } from "./guest-visits.ts";

const TEST_TIMEOUT_MS = 120_000;
const UNCHANGED = "Nothing to change. We already have this RSVP.";

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

async function editsOf({ api, eventId }: E2eFixture): Promise<number | undefined> {
  const { items } = await api<{ items: { rsvp: { edit_count: number } | null }[] }>("GET", `/events/${eventId}/guests`);
  return items[0]?.rsvp?.edit_count;
}

/** Lets the service get the page's next form, and loses the response. */
async function loseNextResponse(page: Page): Promise<void> {
  await page.route(
    /\/i\//,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}

describe("the page's script", () => {
  it(
    "sends nothing and says so when the guest has changed nothing",
    async () => {
      const fixture = await makeE2eFixture(service, { partySize: 3 });
      const { page } = await openTab(browser);
      await sayYes(page, guestAt(fixture, 0).link);
      const posts: string[] = [];
      page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
      await page.getByText("Change your RSVP").click();
      await page.getByRole("button", { name: "Update RSVP" }).click();
      await page.getByRole("status").getByText(UNCHANGED).waitFor();
      expect(posts).toEqual([]);
      const bringing = page.getByLabel("How many people are you bringing?");
      await bringing.selectOption("2");
      await bringing.selectOption("0");
      await page.getByRole("button", { name: "Update RSVP" }).click();
      expect([posts, await page.getByText(UNCHANGED).count()]).toEqual([[], 1]);
      await bringing.selectOption("2");
      await page.getByRole("button", { name: "Update RSVP" }).click();
      await eventually(async () => expect([posts.length, await editsOf(fixture)]).toEqual([1, 1]));
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "thanks for a reply that it sends again after a lost response, and uses no edit for it",
    async () => {
      const fixture = await makeE2eFixture(service, { partySize: 3 });
      const { page } = await openTab(browser);
      await page.goto(guestAt(fixture, 0).link);
      await turnOn(page.getByLabel("Yes, I'll be there"));
      await loseNextResponse(page);
      await page.getByRole("button", { name: "Send RSVP" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByRole("button", { name: "Send RSVP" }).click();
      await pass(page).waitFor();
      await page.getByText("your RSVP has reached").waitFor();
      expect(await editsOf(fixture)).toBe(0);

      await page.getByText("Change your RSVP").click();
      await page.getByLabel("How many people are you bringing?").selectOption("1");
      await loseNextResponse(page);
      await page.getByRole("button", { name: "Update RSVP" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByRole("button", { name: "Update RSVP" }).click();
      await page.getByText("your RSVP has reached").waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      expect(await editsOf(fixture)).toBe(1);
    },
    TEST_TIMEOUT_MS,
  );
});
