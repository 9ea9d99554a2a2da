import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { everyStandingOf } from "../support/node/every-standing.ts";
import { PHONE } from "../support/user-agents.ts";
import { expectAccessible, expectClean, hostAtConsole, openScreen, untilRead, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;

const console = useConsole();

/** Returns the words of each element, with single spaces. */
const wordsOf = async (page: Page, selector: string) =>
  (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, " "));

describe("the console for an event with every standing", () => {
  /** @promise The console: "Coming" counts people with a confirmed seat on every screen, and parties have another word */
  it(
    "has the same numbers on its screens, and never counts a guest without a seat as coming",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 0 });
      const { page } = tab;
      const { eventId, guests } = await everyStandingOf(console.service, fixture.api);
      const path = `/events/${eventId}`;

      await openScreen(page, path, "Summer Gala");
      await untilRead(page);
      expect(await wordsOf(page, ".figures li")).toEqual([
        "6 people coming · 3 parties",
        "1 Maybe",
        "1 Can't make it",
        "1 No reply yet",
        "1 On the waitlist",
        "1 Offered a seat",
        "1 Offer ran out",
      ]);
      await page.getByText("Of 9 seats, 6 are confirmed, 2 offered and 1 free. 1 party is waiting.").waitFor();
      const feed = await wordsOf(page, ".feed li > span");
      expect(feed).toContain("Cara Coming is coming");
      expect(feed).toContain("Wim Waitlisted is on the waitlist");
      expect(feed.filter((text) => /^(Olga|Uma|Wim).* is coming/.test(text))).toEqual([]);
      await expectAccessible(page);

      await openScreen(page, `${path}/guests`, "Guests");
      await untilRead(page);
      await page.getByText("6 people are coming. 1 guest hasn't replied.").waitFor();
      expect(await wordsOf(page, ".states button")).toEqual([
        "11 all",
        "6 people coming · 3 parties",
        "1 maybe",
        "1 can't make it",
        "1 silent",
        "1 on the waitlist",
        "1 offered a seat",
        "1 offer ran out",
        "1 not invited",
        "1 added at the door",
        "2 checked in",
      ]);
      const badges: Record<string, string> = {
        walk_in: "Walk-in",
        coming: "Coming",
        offered: "Offered a seat",
        waitlisted: "Waitlist",
        unseated: "Offer ran out",
        maybe: "Maybe",
        declined: "Can't make it",
        silent: "No reply",
        not_invited: "Not invited",
      };
      const row = (name: string) => page.getByRole("row").filter({ hasText: name });
      for (const { name, standing } of Object.values(guests)) {
        expect(await row(name).locator(".guest-answer .badge").innerText(), name).toBe(badges[standing]);
      }
      await page.getByRole("button", { name: "1 offer ran out" }).click();
      await row("Uma Unseated").waitFor();
      await expect.poll(() => page.getByRole("grid", { name: "Guests" }).getAttribute("aria-rowcount")).toBe("2");
      await expectAccessible(page);

      const reply = page.locator("section", { has: page.getByRole("heading", { name: "RSVP", exact: true }) });
      for (const { id, name, standing } of [guests.olga, guests.uma, guests.wim, guests.cleo]) {
        await openScreen(page, `${path}/guests/${id}`, name);
        await untilRead(page);
        const isComing = standing === "coming";
        expect((await reply.locator(".reply-words").innerText()).startsWith("Coming"), name).toBe(isComing);
        expect(await page.getByRole("button", { name: "Door pass" }).count(), name).toBe(isComing ? 1 : 0);
        const offers = standing === "waitlisted" || standing === "unseated" ? 1 : 0;
        expect(await page.getByRole("button", { name: "Offer a seat" }).count(), name).toBe(offers);
      }

      await openScreen(page, `${path}/settings/seats`, "Seats");
      await untilRead(page);
      await page.getByText("Of 9 seats, 6 are confirmed, 2 offered and 1 free · 1 party is waiting").waitFor();
      expect(await page.getByRole("region", { name: "Seats so far" }).innerText()).toMatch(/^6\s+people coming/);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("the page of a guest whose offer ran out", () => {
  it("shows how to change the RSVP below the button that asks again", async () => {
    const { fixture } = await hostAtConsole(console, { guests: 0 });
    const { uma } = (await everyStandingOf(console.service, fixture.api)).guests;
    const { page } = await openTab(console.browser, {
      baseURL: console.service.url,
      userAgent: PHONE,
      extraHTTPHeaders: { "CF-Connecting-IP": uma.address },
    });
    await page.goto(`/i/${uma.token}`);
    await page.getByRole("button", { name: "Ask for a seat again" }).waitFor();
    const change = page.getByText("Change your RSVP");
    // The button's shadow covers what scrolls below it, and must not cover this.
    const [shown, hidden] = [await change.screenshot(), await withoutText(change)];
    expect(shown.equals(hidden)).toBe(false);
    await change.click();
    await page.locator("details[open] form").waitFor();
  });
});

/** Takes a picture of an element whose text is transparent. */
async function withoutText(element: Locator): Promise<Buffer> {
  await element.evaluate((node) => node.style.setProperty("color", "transparent"));
  const picture = await element.screenshot();
  await element.evaluate((node) => node.style.removeProperty("color"));
  return picture;
}
