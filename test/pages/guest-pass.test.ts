import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { RENDERINGS, violationsIn } from "../support/node/axe.ts";
import { turnOn } from "../support/node/controls.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";

const TEST_TIMEOUT_MS = 180_000;
const MINUTE_MS = 60_000;

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

function guestAt({ guests }: E2eFixture, index: number) {
  const guest = guests[index];
  if (guest === undefined) throw new Error("the fixture has too few guests");
  return guest;
}

const focused = (page: Page) => page.evaluate("document.activeElement.id");
const kept = (page: Page) =>
  page.evaluate(`Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])
    .then(([names, workers]) => [...names, ...workers.map(({ scope }) => new URL(scope).pathname)])`);

async function choose(page: Page, answer: string, button: string): Promise<void> {
  await turnOn(page.getByLabel(answer));
  await page.getByRole("button", { name: button }).click();
}

/** Moves the event to about noon in its zone, so that its day does not end during the test. */
async function beginSoon({ eventId }: E2eFixture): Promise<number> {
  const now = Date.now();
  const ahead = 12 - new Date(now).getUTCHours();
  const zone = ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  const opensAt = now + 40 * MINUTE_MS;
  await service.sql(
    "update events set timezone = ?, door_opens_at = ?, event_date = ?, end_time = ?, rsvp_deadline = null where id = ?",
    zone,
    opensAt,
    opensAt + 30 * MINUTE_MS,
    opensAt + 300 * MINUTE_MS,
    eventId,
  );
  return now;
}

describe("RSVP form and door pass", () => {
  it(
    "replaces the form with a pass that opens offline until the link is replaced: GET /pass-offline.js",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { link, id } = guestAt(fixture, 0);
      const path = new URL(link).pathname;
      const { page, pageErrors, requests } = await openTab(browser);
      const context = page.context();
      await page.goto(`${link}?answer=maybe`);
      expect(await kept(page)).toEqual([]);
      await page.evaluate("window.isSamePage = true");

      await context.setOffline(true);
      await choose(page, "Yes, I'll be there", "Send RSVP");
      await page.getByRole("alert").getByText("Your RSVP wasn't sent").waitFor();
      expect(await page.getByLabel("Yes, I'll be there").isChecked()).toBe(true);
      await context.setOffline(false);
      await page.getByRole("button", { name: "Send RSVP" }).click();
      await page.getByRole("heading", { name: "You're going" }).waitFor();
      await expect.poll(() => focused(page)).toBe("pass");
      expect(await page.evaluate("[isSamePage, location.pathname + location.search, document.title]")).toEqual([
        true,
        path,
        "Thanks · Orangery Supper",
      ]);
      expect(await page.locator("#door-code").isVisible()).toBe(true);
      const top = "document.querySelector('#pass').getBoundingClientRect().top";
      expect(await page.evaluate(`${top} >= 0 && ${top} < innerHeight / 2`)).toBe(true);
      const said = "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent";
      expect(await page.evaluate(said)).toContain("your RSVP has reached");
      expect(requests.filter((url) => url.includes("/i/")).length).toBe(3);

      await expect.poll(() => kept(page)).toEqual(["door-passes", path]);
      await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
      await context.setOffline(true);
      await page.reload();
      await page.getByText("You're offline. Your pass works all the same.").waitFor();
      expect(await page.evaluate("document.querySelector('#door-code').naturalWidth")).toBeGreaterThan(300);
      expect(await page.locator("form").count()).toBe(0);
      expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);
      await context.setOffline(false);

      await page.reload();
      await page.getByText("Change your RSVP").click();
      await choose(page, "Sorry, I can't make it", "Update RSVP");
      await page.getByRole("heading", { name: "You can't make it" }).waitFor();
      await expect.poll(() => kept(page)).toEqual([]);
      await page.getByText("Change your RSVP").click();
      await choose(page, "Yes, I'll be there", "Update RSVP");
      await expect.poll(() => kept(page)).toEqual(["door-passes", path]);
      await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");

      await fixture.api("POST", `/events/${fixture.eventId}/tokens/rotate`, { guest_id: id, notify: false });
      await page.reload();
      await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
      await expect.poll(() => kept(page)).toEqual([]);
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows why an RSVP was rejected and keeps the input, or reports an invalid link",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 2 });
      const { page, pageErrors } = await openTab(browser, { reducedMotion: "reduce" });
      await page.goto(guestAt(fixture, 0).link);
      await fixture.api("PATCH", `/events/${fixture.eventId}/guests/${guestAt(fixture, 0).id}`, { party_size: 1 });
      await turnOn(page.getByLabel("Yes, I'll be there"));
      await page.getByLabel("How many people are you bringing?").selectOption("1 guest");
      await choose(page, "Yes, I'll be there", "Send RSVP");
      await page.locator(".answer").getByRole("alert").waitFor();
      expect(await page.getByLabel("Yes, I'll be there").isChecked()).toBe(true);

      await page.goto(guestAt(fixture, 1).link);
      await fixture.api("DELETE", `/events/${fixture.eventId}/guests/${guestAt(fixture, 1).id}`);
      await choose(page, "Yes, I'll be there", "Send RSVP");
      const heading = page.getByRole("heading", { name: "This link no longer works" });
      await heading.waitFor();
      expect(await page.evaluate("document.activeElement.localName")).toBe("h1");
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "redirects to the pass without a script, and does not resend the RSVP on reload",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { page } = await openTab(browser, { javaScriptEnabled: false });
      await page.goto(guestAt(fixture, 0).link);
      await choose(page, "Yes, I'll be there", "Send RSVP");
      await page.getByText("your RSVP has reached").waitFor();
      expect(new URL(page.url()).hash).toBe("#pass");
      expect(await focused(page)).toBe("pass");
      const box = await page.locator("#door-code").boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
      await page.reload();
      await page.getByRole("heading", { name: "You're going" }).waitFor();
      const { items } = await fixture.api<{ items: { kind: string }[] }>(
        "GET",
        `/events/${fixture.eventId}/access-logs`,
      );
      expect(items.filter(({ kind }) => kind !== "access").map(({ kind }) => kind)).toEqual(["rsvp"]);
    },
    TEST_TIMEOUT_MS,
  );
});

it(
  "shows the pass first on the day, counts down, and keeps the code white",
  async () => {
    const fixture = await makeE2eFixture(service);
    const { link } = guestAt(fixture, 0);
    const { page, pageErrors } = await openTab(browser, { colorScheme: "dark", hasTouch: true });
    const now = await beginSoon(fixture);
    await page.clock.install({ time: now });
    await page.goto(link);
    await choose(page, "Yes, I'll be there", "Send RSVP");
    await page.getByText("Doors open in 40 minutes").waitFor();
    await page.reload();
    const places = await page.evaluate(
      "['.soon', '.pass', '.sheet'].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top))",
    );
    expect(places).toEqual([...(places as number[])].sort((one, other) => one - other));
    expect(await page.getByText("Turn up your screen's brightness").isVisible()).toBe(true);
    expect(await page.locator(".way a").getAttribute("href")).toContain("Gartenweg");
    const code = await page.locator("#door-code").boundingBox();
    expect(code?.width).toBeGreaterThan(300);
    expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThan(844);
    const background = "getComputedStyle(document.querySelector('.pass')).backgroundColor";
    expect(await page.evaluate(background)).toBe("rgb(255, 255, 255)");
    await page.clock.fastForward(25 * MINUTE_MS);
    await page.getByText("Doors open in 15 minutes").waitFor();
    expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);
    await page.clock.fastForward(20 * MINUTE_MS);
    await page.getByText("Doors are open").waitFor();
    expect(pageErrors).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);
