import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { everyStandingOf } from "../support/node/every-standing.ts";
import { PHONE } from "../support/user-agents.ts";
import { choose, press } from "./keyboard-walk.ts";
import { expectAccessible, expectClean, hostAtConsole, openScreen, untilRead, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;

const console = useConsole();

/** Returns the words of each element, with single spaces. */
const wordsOf = async (page: Page, selector: string) =>
  (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, " "));

describe("the console for an event with every standing", () => {
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
      // Of nine guests who were asked, one has not replied. One of the others has no link: the host recorded the RSVP.
      const funnel = page.getByRole("list", { name: "From invited to coming" });
      expect((await funnel.getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " "))).toEqual([
        "Invited 9 100%",
        "Opened 8 89%",
        "Answered 8 89%",
        "Parties coming 3 33%",
      ]);
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
      await page.getByText("Each of these parties needs more seats than are free.").waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByText(/^Offered until/).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("messages for an event with every standing", () => {
  it(
    "previews the guests who are counted, without walk-ins and guests who were never invited",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 0 });
      const { page } = tab;
      const { eventId } = await everyStandingOf(console.service, fixture.api);
      const path = `/events/${eventId}`;
      const { items } = await fixture.api<{ items: { id: string; slug: string | null }[] }>("GET", `${path}/messages`);
      const reached = async (wanted: string, shown: string) => {
        await page.getByText(shown, { exact: true }).waitFor();
        await expect.poll(() => page.locator(".reach > p").first().innerText()).toBe(wanted);
      };
      const to = page.getByRole("button", { name: /Who gets it/ });

      await openScreen(page, `${path}/messages/new`, "New message");
      await reached("8 guests would get it now.", "1 of 10");
      await choose(page, to, "No reply yet");
      await reached("1 guest would get it now.", "1 of 1");
      await press(page, page.getByRole("switch", { name: /^Include 1 guest who was never invited/ }), "Space");
      await reached("1 guest would get it now.", "1 of 2");

      const dayBefore = items.find(({ slug }) => slug === "reminder_1d");
      await openScreen(page, `${path}/messages/${dayBefore?.id}`, "The day before");
      await reached("5 guests would get it now.", "1 of 5");
      expect(await to.innerText()).toContain("Coming, maybe, on the waitlist or offered a seat");
      await choose(page, to, "Offered a seat, not accepted yet");
      await reached("1 guest would get it now.", "1 of 1");

      await openScreen(page, `${path}/send`, "Send invitations");
      await page.getByText("1 guest gets it by email.").waitFor();
      await page.getByText("1 guest has no email address and gets a link for you to share.").first().waitFor();
      await page.getByText("1 of 2", { exact: true }).waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "names messages on the page of a guest by what the guest got, and their recipients in the list",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 0 });
      const { page } = tab;
      const { eventId, guests } = await everyStandingOf(console.service, fixture.api);
      const path = `/events/${eventId}`;
      await fixture.api("PATCH", path, { venue: "Lido, Am Wannsee 3", notify: true });
      await insertSent(eventId, guests.sila.id);

      await openScreen(page, `${path}/guests/${guests.sila.id}`, guests.sila.name);
      await untilRead(page);
      expect(await wordsOf(page, ".timeline li > p")).toEqual(
        expect.arrayContaining(["Text message not sent: no phone number", "Reminder “Three days before” sent"]),
      );
      await openScreen(page, `${path}/guests/${guests.walt.id}`, guests.walt.name);
      await page.getByText("Added at the door, without an RSVP.").waitFor();
      await page.getByText("Added at the door, so no invitation is needed.").waitFor();
      // A guest who has replied has seen the invitation.
      await console.service.sql(
        "update guests set delivery_status = 'sent', delivery_at = 1 where event_id = ?",
        eventId,
      );
      const invitation = page.locator("section", {
        has: page.getByRole("heading", { name: "Invitation", exact: true }),
      });
      for (const [guest, words] of [
        [guests.sila, /^Sent .* ago, not opened yet\.$/],
        [guests.wim, /^Sent .* ago\.$/],
      ] as const) {
        await openScreen(page, `${path}/guests/${guest.id}`, guest.name);
        await invitation.getByText(words).waitFor();
      }

      await openScreen(page, `${path}/messages`, "Messages");
      await page.getByText(/Invited guests, except those who can't make it · Email$/).waitFor();
      await page.getByText("0 sent · 0 didn't arrive · 1 without a phone number").waitFor();
      await expectAccessible(page);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

/** Inserts a text message to one guest, and marks a reminder as sent to the guest. */
async function insertSent(eventId: string, guestId: string): Promise<void> {
  const { sql } = console.service;
  await sql(
    `insert into messages (event_id, id, audience, channel, subject, body, send_at, status, created_at, updated_at)
     values (?, ?, 'everyone', 'sms', '', 'Hello.', 2, 'sent', 2, 2)`,
    eventId,
    crypto.randomUUID(),
  );
  await sql("update messages set status = 'sent' where event_id = ? and slug = 'reminder_3d'", eventId);
  await sql(
    `insert into message_deliveries (event_id, message_id, guest_id, status, updated_at)
     select event_id, id, ?, iif(channel = 'sms', 'unreachable', 'sent'), iif(channel = 'sms', 2, 1) from messages
     where event_id = ? and status = 'sent'`,
    guestId,
    eventId,
  );
}

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
