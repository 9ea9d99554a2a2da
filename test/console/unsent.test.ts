import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { WITH_FRAMED_FONTS } from "../../testkit/browser.ts";
import type { E2eFixture } from "../../testkit/e2e-fixture.ts";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { fromMail } from "../../testkit/linked-mail.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import { eventually } from "../support/eventually.ts";
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectClean,
  hostAtConsole,
  openScreen,
  useConsole,
} from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;
/** Guests of an event on the free tier. */
const FREE = 50;

const console = useConsole();

const suppress = (email: string, reason: string) =>
  console.service.sql(
    "insert into suppressions (email_key, reason, created_at) values (?, ?, 1)",
    email.toLowerCase(),
    reason,
  );

/** Gives an event a seat, and makes its first guest take it and the others wait. */
async function fillSeats({ api, eventId, guests }: E2eFixture): Promise<void> {
  await api("PATCH", `/events/${eventId}`, { capacity: 1, waitlist: true });
  for (const { id } of guests) {
    await api("PUT", `/events/${eventId}/guests/${id}/rsvp`, { response: "attending", plus_ones: 0 });
  }
}

/** Adds a seat, and waits until these parties were passed over. */
async function passOver({ api, eventId }: E2eFixture, reasons: string[]): Promise<void> {
  await api("PATCH", `/events/${eventId}`, { capacity: 2 });
  await eventually(async () => {
    const seats = await api<{ passed_over: { reason: string }[] }>("GET", `/events/${eventId}/seats`);
    expect(seats.passed_over.map(({ reason }) => reason)).toEqual(reasons);
  });
}

const toastOf = (page: Page, text: string) => page.locator(".toast").getByText(text);

describe("the host's own address", () => {
  it(
    "shows on every screen that the last email bounced, and on the account screen what to do",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const { email } = fixture.host;
      await fixture.api("POST", "/api-keys", { name: "CRM sync", scopes: ["events:read"] });
      await fromMail(console.service, email, (text) => text.match(/A new API key can now use your account/)?.[0]);
      await openScreen(page, "/", "Events");
      const banner = page.getByText("The last email we sent you came back.");
      expect(await banner.count()).toBe(0);
      // Newer than what the sign-in may still send.
      await console.service.sql(
        `insert into deliveries (id, dedupe_key, kind, purpose, user_id, channel, recipient_hash, status, attempts, created_at, updated_at)
         select 'later-' || id, 'later-' || id, kind, purpose, user_id, channel, recipient_hash, 'bounced', 1,
           created_at + 3600000, updated_at from deliveries
         where attempts > 0 and user_id = (select id from users where email_key = ?) limit 1`,
        email,
      );
      await page.reload();
      await banner.waitFor();
      await expectAccessibleInBoth(page);
      await openScreen(page, `/events/${fixture.eventId}/guests`, "Guests");
      await banner.getByRole("link", { name: "Check your address" }).click();
      await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
      await page.getByText("The last email we sent to this address came back.").waitFor();
      await page.getByText("change the email if it's wrong").waitFor();
      expect(await banner.count()).toBe(0);
      await expectAccessibleInBoth(page);
      await page.getByRole("button", { name: "Change email" }).waitFor();

      await console.service.sql(
        "update deliveries set status = 'delivered' where id like 'later-%' and user_id = (select id from users where email_key = ?)",
        email,
      );
      await openScreen(page, "/", "Events");
      await page.getByRole("link", { name: "Orangery Supper" }).waitFor();
      expect(await banner.count()).toBe(0);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("waiting parties that cannot be emailed", () => {
  it(
    "appear with the reason while they are passed over, and get a seat offer by hand",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 3 });
      const { page } = tab;
      const [, ben, chiara] = fixture.guests;
      const event = `/events/${fixture.eventId}`;
      await fillSeats(fixture);
      await suppress(ben?.email ?? "", "bounced");
      await suppress(chiara?.email ?? "", "unsubscribed");
      await openScreen(page, `${event}/guests`, "Guests");
      await page.getByText("Live", { exact: true }).waitFor();
      const row = (name: string) => page.getByRole("row").filter({ hasText: name });
      await row("Benedikt Osei").getByText("Waitlist").waitFor();
      // The open list follows the activities.
      await passOver(fixture, ["bounced", "unsubscribed"]);
      await row("Benedikt Osei").getByText("No seat offer: emails come back").waitFor();
      await row("Chiara Valenti").getByText("No seat offer: unsubscribed").waitFor();
      await expectAccessibleInBoth(page);

      await openScreen(page, event, "Orangery Supper");
      await page.getByRole("link", { name: "2 waiting parties can't be emailed about free seats" }).waitFor();
      await page.getByText("was not offered a free seat").first().waitFor();
      await page.getByText("They unsubscribed from emails, so we send none.").waitFor();
      await page.getByRole("link", { name: "2 waiting parties can't be emailed about free seats" }).click();
      await page.getByRole("heading", { level: 1, name: "Seats" }).waitFor();
      const party = page.getByRole("listitem").filter({ hasText: "Chiara Valenti" });
      await party.getByText("They weren't offered a free seat, and keep their place.").waitFor();
      await party.getByText("you can offer it yourself and tell them another way").waitFor();
      await expectAccessibleInBoth(page);

      await openScreen(page, `${event}/guests/${ben?.id}`, "Benedikt Osei");
      await page.getByText("Emails to this address come back, so we send none. Correct the address.").waitFor();
      await page.getByRole("button", { name: "Offer a seat" }).click();
      const dialog = page.getByRole("dialog", { name: "Offer Benedikt Osei a seat?" });
      await dialog.getByText("We can't email them about it, so tell them yourself.").waitFor();
      await dialog.getByRole("button", { name: "Offer the seat" }).click();
      await toastOf(page, "No email went out: Emails to this address come back").waitFor();
      await page.getByText("They weren't offered a free seat").waitFor({ state: "detached" });
      expect(await fixture.api("GET", `${event}/seats`)).toMatchObject({
        offered: { parties: 1 },
        passed_over: [{ guest_id: chiara?.id }],
      });
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "appear to a viewer without the offer, and no longer once the party declines",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 2 });
      const { page } = tab;
      const [, ben] = fixture.guests;
      const event = `/events/${fixture.eventId}`;
      await fillSeats(fixture);
      await suppress(ben?.email ?? "", "complained");
      await passOver(fixture, ["complained"]);
      await console.service.sql("update event_collaborators set role = 'viewer' where event_id = ?", fixture.eventId);
      await openScreen(page, `${event}/guests/${ben?.id}`, "Benedikt Osei");
      await page.getByText("They weren't offered a free seat, and keep their place.").waitFor();
      expect(await page.getByText("you can offer it yourself").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Offer a seat" }).count()).toBe(0);
      await console.service.sql("update event_collaborators set role = 'owner' where event_id = ?", fixture.eventId);
      await openScreen(page, `${event}/guests`, "Guests");
      const row = page.getByRole("row").filter({ hasText: "Benedikt Osei" });
      await row.getByText("No seat offer: marked as spam").waitFor();
      await fixture.api("PUT", `${event}/guests/${ben?.id}/rsvp`, { response: "declined" });
      await row.getByText("Can't make it").waitFor();
      expect(await row.getByText("No seat offer").count()).toBe(0);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("changes that email nobody", () => {
  it(
    "say why, for a recorded reply, an invited co-host, a changed and a cancelled event",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const [ada] = fixture.guests;
      const event = `/events/${fixture.eventId}`;
      await suppress(ada?.email ?? "", "unsubscribed");
      await openScreen(page, `${event}/guests/${ada?.id}`, "Ada Lindqvist");
      await page.getByRole("button", { name: "Enter a reply" }).click();
      await page.getByLabel("Email the guest").check({ force: true });
      await page.getByRole("button", { name: "Save the reply" }).click();
      await toastOf(page, "Reply saved. No email went out: They unsubscribed from emails").waitFor();

      const coHost = `co-host-${fixture.eventId}@example.com`;
      await suppress(coHost, "bounced");
      await openScreen(page, `${event}/team`, "Team");
      await page.getByLabel("Email").fill(coHost);
      await page.getByRole("button", { name: "Send invitation" }).click();
      await toastOf(page, `${coHost} is invited, but no email went out: Emails to this address come back`).waitFor();

      await console.service.sql(
        "insert into sending_pauses (user_id, reason, paused_at) select id, 'bounces', 1 from users where email_key = ?",
        fixture.host.email,
      );
      await openScreen(page, `${event}/settings`, "Settings");
      await page.getByLabel("Where").fill("The garden");
      await page.getByText("Tell invited guests by email").waitFor();
      await page.getByRole("checkbox", { name: "Tell invited guests by email" }).check({ force: true });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await toastOf(page, "Saved. No email went out: The host's emails are paused").waitFor();
      await page.getByRole("button", { name: "Cancel event…" }).click();
      await page.getByRole("button", { name: "Cancel the event" }).click();
      await toastOf(page, "The event is cancelled. No email went out: The host's emails are paused").waitFor();
      expect(await fixture.api("GET", event)).toMatchObject({ status: "cancelled", venue: "The garden" });
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "show an invitation that was dropped afterwards as not sent, in the open list and at the guest",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 2 });
      const { page } = tab;
      const [ada, ben] = fixture.guests;
      const event = `/events/${fixture.eventId}`;
      await suppress(ben?.email ?? "", "complained");
      await console.service.sql(
        `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, attempts,
           created_at, updated_at)
         select 'full-' || ?1 || value, 'full-' || ?1 || value, 'confirmation', 'reply', 'email', ?2, ?1, 'hash', 'sent', 1, ?3, ?3
         from json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9]')`,
        ada?.id ?? "",
        fixture.eventId,
        Date.now() - 60_000,
      );
      await openScreen(page, `${event}/guests`, "Guests");
      await page.getByLabel("Select everybody in this list").check();
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send invitations" }).click();
      const outcome = page.getByRole("dialog", { name: "1 invitation is on its way" });
      await outcome.getByText("1 not emailed: They marked an email as spam").waitFor();
      await expectAccessible(page);
      await outcome.getByRole("button", { name: "Done" }).click();
      const row = (name: string) => page.getByRole("row").filter({ hasText: name });
      await row("Benedikt Osei").getByText("Marked as spam").waitFor();
      await row("Ada Lindqvist").getByText("Not sent").waitFor();
      await page.getByRole("button", { name: /^2\s*undelivered/ }).waitFor();
      await openScreen(page, `${event}/guests/${ada?.id}`, "Ada Lindqvist");
      await page.getByText("The last email wasn't sent. This address got nine emails").waitFor();
      const timeline = page.getByRole("listitem").filter({ hasText: "Invitation email" });
      await timeline.getByText("not sent").waitFor();
      await timeline.getByText("This address got nine emails").waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("limits of the plan", () => {
  it(
    "refuse an upload without the branding feature, with the way to the plans",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, {}, WITH_FRAMED_FONTS);
      const { page } = tab;
      await endPlan(fixture);
      await openScreen(page, `/events/${fixture.eventId}/look`, "Look");
      await page.getByText("Deco", { exact: false }).first().click();
      const picture = { name: "cover.png", mimeType: "image/png", buffer: Buffer.from("not looked at") };
      const cover = page.getByRole("group", { name: "Cover picture" });
      await cover.locator("input[type=file]").setInputFiles(picture);
      const alert = cover.getByRole("alert");
      await alert.getByText("Your own look is part of Pro.").waitFor();
      expect(await alert.getByRole("link", { name: "See plans" }).getAttribute("href")).toBe("/app/account/plan");
      await expectAccessibleInBoth(page);
      expect(await page.getByRole("radio", { name: "Deco" }).isChecked()).toBe(true);
      expect(tab.pageErrors).toEqual([]);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "leave a guest of the door without a link, which every screen with the guest says",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const event = `/events/${fixture.eventId}`;
      await fillList(fixture);
      await endPlan(fixture);
      const event_date = new Date(Date.now() + 3_600_000).toISOString();
      await fixture.api("PATCH", event, { event_date });
      const added = await fixture.api<{ guest_id: string; over_tier: boolean }>("POST", `${event}/walk-ins`, {
        name: "Wanda Walk-in",
        email: `wanda-${fixture.eventId}@example.com`,
      });
      expect(added.over_tier).toBe(true);

      await openScreen(page, `${event}/door`, "Door");
      const arrival = page.getByRole("listitem").filter({ hasText: "Wanda Walk-in" });
      await arrival.getByText("Above the guest limit", { exact: true }).waitFor();
      await arrival.getByText("they get no link while the list is longer than the plan allows").waitFor();
      await expectAccessibleInBoth(page);
      await openScreen(page, `${event}/guests?q=Wanda`, "Guests");
      const row = page.getByRole("row").filter({ hasText: "Wanda Walk-in" });
      await row.getByText("No link: guest limit").waitFor();
      await page.getByLabel("Select Wanda Walk-in").check({ force: true });
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send invitations" }).click();
      const outcome = page.getByRole("dialog", { name: "No email went out" });
      await outcome.getByText("1 not emailed: They were added at the door above the guest limit").waitFor();
      await openScreen(page, `${event}/guests/${added.guest_id}`, "Wanda Walk-in");
      await page.getByText("No link: guest limit").waitFor();
      await page.getByText("they get no link while the list is longer").waitFor();
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByRole("dialog").getByRole("alert").getByText("Your plan includes 50 guests").waitFor();
      expect(tab.pageErrors).toEqual([]);
    },
    VISIT_TIMEOUT_MS,
  );
});

/** Adds guests from a file, up to the limit of the free tier. */
async function fillList({ eventId, host }: E2eFixture): Promise<void> {
  const lines = Array.from({ length: FREE - 1 }, (_, index) => `Further Guest ${index}`);
  const imported = await fetchAgain(`${console.service.url}/events/${eventId}/guests/import`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${host.token}`,
      "CF-Connecting-IP": ownAddress(),
      "Content-Type": "text/csv",
    },
    body: ["Name", ...lines].join("\n"),
  });
  expect(await imported.json()).toMatchObject({ imported: FREE - 1 });
}

/** Ends the host's plan. */
function endPlan({ host }: E2eFixture): Promise<void> {
  return console.service.sql(
    "delete from subscriptions where user_id = (select id from users where email_key = ?)",
    host.email,
  );
}
