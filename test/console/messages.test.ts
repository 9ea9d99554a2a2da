import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { E2eFixture } from "../../testkit/e2e-fixture.ts";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { expectOn, turnOn } from "../support/node/controls.ts";
import { rounds } from "../support/rounds.ts";
import { holdFirst } from "./held-requests.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { choose, press, type } from "./keyboard-walk.ts";
import { fillList, fillMessages } from "./many-guests.ts";
import { expectAccessible, expectClean, expectValue, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 120_000;
/** Maximum number of rows in the document at any time, for a list of any length. */
const MOST_ROWS = 60;
const MANY = rounds(5_000);
const written = (number: number) => number.toLocaleString("en-GB");
/** How many of the messages are shown; an event has some reminders, too. */
const pageOfMessages = (shown: string) => new RegExp(`^${shown} of ${written(MANY).slice(0, -2)}\\d\\d$`);

const console = useConsole();

interface WireMessage {
  id: string;
  slug: string | null;
  status: string;
  subject: string;
  body: string;
  send_at: string | null;
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

/** Adds a guest whose link the host hands over. */
async function addWithoutEmail({ api, eventId }: E2eFixture): Promise<void> {
  const { id } = await api<{ id: string }>("POST", `/events/${eventId}/guests`, { name: "Zoe Ohnepost" });
  await api("POST", `/events/${eventId}/tokens`, { guest_id: id, notify: false });
}

describe("message screen", () => {
  it(
    "writes a message by keyboard, sends it, and lists its deliveries",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 2 });
      const { page } = tab;
      await addWithoutEmail(fixture);
      await openScreen(page, `/events/${fixture.eventId}/messages`, "Messages");
      await page.getByRole("heading", { name: "Nothing written yet" }).waitFor();
      await page.getByRole("link", { name: "Write a message" }).press("Enter");
      await page.getByRole("heading", { level: 1, name: "New message" }).waitFor();

      await page.getByText("guests would get it now").waitFor();
      await page.getByText("1 more has no email address.").waitFor();
      await page.getByRole("button", { name: /Who gets it/ }).press("Enter");
      await page.getByRole("option", { name: "No reply yet" }).press("Enter");
      await field(page, "Subject").focus();
      await page.keyboard.type("Parking, {{first_name}}");
      await field(page, "Message").focus();
      await page.keyboard.type("Please park behind the house. ");
      await page
        .getByRole("group", { name: "Insert into the message" })
        .getByRole("button", { name: "RSVP link" })
        .press("Enter");
      await expect.poll(() => field(page, "Message").inputValue()).toBe("Please park behind the house. {{rsvp_link}}");
      const preview = page.frameLocator('iframe[title="What Ada Lindqvist gets"]');
      await preview.getByRole("paragraph").getByText("Please park behind the house.").waitFor();
      await page.getByText("Parking, Ada", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Next guest" }).press("ArrowRight");
      await page.getByText("Parking, Benedikt", { exact: true }).waitFor();
      await expectAccessible(page);

      await page.reload();
      await expectValue(field(page, "Subject"), "Parking, {{first_name}}");
      await page.getByRole("button", { name: "Send…" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Send this message now?" });
      await dialog.getByText("guests would get it now").waitFor();
      await dialog.getByRole("button", { name: "Send now" }).press("Enter");

      await page.getByRole("heading", { level: 1, name: "Parking, {{first_name}}" }).waitFor();
      await page.getByText("2 sent", { exact: true }).waitFor();
      await page.getByText("1 without an address", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Zoe Ohnepost" }).waitFor();
      await expectAccessible(page);
      await page.getByRole("link", { name: "All messages" }).press("Enter");
      await page.getByRole("heading", { name: "Sent" }).waitFor();
      for (const { email } of fixture.guests) {
        const query = new URLSearchParams({ to: email, wait_ms: "30000", at_least: "1" });
        const mails = await (await fetchAgain(`${console.service.mailsUrl}/api/mails?${query}`)).json();
        expect(mails.items[0].subject).toMatch(/^Parking, (Ada|Benedikt)$/);
      }
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "schedules in the event's zone, resolves a conflict, cancels, and turns off a reminder",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const messages = `/events/${fixture.eventId}/messages`;
      const find = async (matches: (message: WireMessage) => boolean) => {
        const { items } = await fixture.api<{ items: WireMessage[] }>("GET", messages);
        const found = items.find(matches);
        if (found === undefined) throw new Error("no such message");
        return found;
      };
      await openScreen(page, `${messages}/new`, "New message");
      await field(page, "Subject").fill("Rain plan");
      await field(page, "Message").fill("We move inside.");
      await turnOn(choice(page, "At a time"));
      const year = new Date().getUTCFullYear() + 1;
      await page.getByLabel("Date and time").fill(`${year - 2}-06-12T18:30`);
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      await page.getByText("must be in the future").waitFor();
      await page.getByLabel("Date and time").fill(`${year}-06-12T18:30`);
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Rain plan" }).waitFor();
      const written = await find(({ subject }) => subject === "Rain plan");
      // Berlin, in summer.
      expect(written).toMatchObject({ status: "scheduled", send_at: `${year}-06-12T16:30:00.000Z` });

      await field(page, "Message").fill("We move into the barn.");
      await fixture.api("PATCH", `${messages}/${written.id}`, { body: "We move into the tent." });
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      const conflict = page.getByRole("alert").filter({ hasText: "Someone else has changed this message" });
      await conflict.getByText("We move into the tent.").waitFor();
      expect(await find(({ id }) => id === written.id)).toMatchObject({ body: "We move into the tent." });
      await conflict.getByRole("button", { name: "Keep mine" }).click();
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      const saved = () => find(({ id }) => id === written.id);
      await expect.poll(saved).toMatchObject({ body: "We move into the barn." });

      // Another host cancels the message while text is typed: the text is kept for a new message.
      await field(page, "Message").fill("We stay outside after all.");
      await fixture.api("DELETE", `${messages}/${written.id}`);
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      await page.getByRole("button", { name: "Use them in a new message" }).click();
      await page.getByRole("heading", { level: 1, name: "New message" }).waitFor();
      await expectValue(field(page, "Message"), "We stay outside after all.");
      await page.getByRole("button", { name: "Save draft" }).click();
      await page.getByRole("button", { name: "Cancel message" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel the message" }).click();
      await page.getByRole("heading", { level: 1, name: "Messages", exact: true }).waitFor();

      const reminder = ({ slug }: WireMessage) => slug === "reminder_7d";
      await page.getByRole("switch", { name: "Reminder: A week before" }).press("Space");
      await expect.poll(async () => (await find(reminder)).status).toBe("draft");
      await page.getByRole("switch", { name: "Reminder: A week before" }).press("Space");
      await expect.poll(async () => (await find(reminder)).status).toBe("scheduled");

      // On a plan without messages, a reminder can be moved but its text cannot be changed.
      await console.service.sql(
        "delete from subscriptions where user_id = (select id from users where email_key = ?)",
        fixture.host.email,
      );
      await page.getByRole("link", { name: "A week before" }).click();
      const { send_at: before } = await find(reminder);
      await field(page, "Subject").fill("Soon!");
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      await page.getByRole("link", { name: "See plans" }).waitFor();
      expect(await find(reminder)).toMatchObject({ send_at: before, subject: "{{event_name}} is {{days_away}}" });
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "keeps text typed while a message is being saved, and saves it next",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const messages = `/events/${fixture.eventId}/messages`;
      const read = async () => {
        const { items } = await fixture.api<{ items: WireMessage[] }>("GET", messages);
        return items.filter(({ slug }) => slug === null);
      };
      const save = page.getByRole("button", { name: "Save draft", exact: true });
      await openScreen(page, `${messages}/new`, "New message");
      await field(page, "Subject").fill("Rain plan");
      await field(page, "Message").fill("We move inside.");
      await turnOn(choice(page, "Not yet: keep it as a draft"));
      const created = await holdFirst(page, `POST ${messages}`);
      await save.click();
      const creation = await created();
      await field(page, "Message").fill("We move into the barn.");
      await creation.pass();
      await page.getByRole("heading", { level: 1, name: "Rain plan" }).waitFor();
      expect(await read()).toMatchObject([{ subject: "Rain plan", body: "We move inside." }]);
      await expectValue(field(page, "Message"), "We move into the barn.");

      const [{ id } = { id: "" }] = await read();
      const changed = await holdFirst(page, `PATCH ${messages}/${id}`);
      await save.click();
      const change = await changed();
      await field(page, "Message").fill("We move into the tent.");
      await change.pass();
      await expect.poll(read).toMatchObject([{ body: "We move into the barn." }]);
      await expect.poll(() => save.isEnabled()).toBe(true);
      await expectValue(field(page, "Message"), "We move into the tent.");
      // The host's own earlier save is not a conflict.
      await save.click();
      await expect.poll(read).toMatchObject([{ id, subject: "Rain plan", body: "We move into the tent." }]);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "shows a waiting change notice, and sends it now by keyboard",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 1 });
      const { page } = tab;
      await addWithoutEmail(fixture);
      await fixture.api("PATCH", `/events/${fixture.eventId}`, { venue: "Lido, Am Wannsee 3", notify: true });
      const messages = `/events/${fixture.eventId}/messages`;
      const { items } = await fixture.api<{ items: (WireMessage & { kind: string })[] }>("GET", messages);
      const notice = items.find(({ kind }) => kind === "changed");
      await openScreen(page, `${messages}/${notice?.id}`);
      const words = page.getByRole("region", { name: "What guests will read" });
      await words.getByText("Lido, Am Wannsee 3").first().waitFor();
      await words.getByRole("link", { name: "Ada Lindqvist" }).waitFor();
      const untold = page.getByRole("region", { name: "Tell them yourself: 1 guest" });
      expect(await untold.getByRole("listitem").allInnerTexts()).toEqual([
        expect.stringMatching(/^Zoe Ohnepost\s+There's no email address\.$/),
      ]);
      await expectAccessible(page);
      const keyboard = await keyboardAlone(page);
      await keyboard.press(words.getByRole("button", { name: "Send now" }));
      await keyboard.did("POST /events/{}/messages/{}/send-now");
      const query = new URLSearchParams({ to: fixture.guests[0]?.email ?? "", wait_ms: "30000", at_least: "1" });
      const mails = await (await fetchAgain(`${console.service.mailsUrl}/api/mails?${query}`)).json();
      expect(mails.items).toHaveLength(1);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "keeps every control in place when the recipient count loads",
    async () => {
      const { fixture, page } = await hostAtConsole(console, { guests: 1 });
      await addWithoutEmail(fixture);
      const { promise: counted, resolve: letOn } = Promise.withResolvers<void>();
      await page.route("**/recipient-count*", async (route) => {
        await counted;
        await route.continue();
      });
      await openScreen(page, `/events/${fixture.eventId}/messages/new`, "New message");
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("main input, main textarea, main button")]
            .filter((control) => control.closest(".guest-preview") === null)
            .map((control) => control.getBoundingClientRect().top),
        );
      await field(page, "Message").waitFor();
      const before = await places();
      letOn();
      await page.getByText("1 more has no email address.").waitFor();
      expect(await places()).toEqual(before);
      await page.unrouteAll({ behavior: "wait" });
    },
    VISIT_TIMEOUT_MS,
  );

  it("pages through thousands of messages and deliveries", { tags: "rounds", timeout: VISIT_TIMEOUT_MS }, async () => {
    const { fixture, ...tab } = await hostAtConsole(console, { guests: 0 });
    const { page } = tab;
    await fillList(console.service, fixture.eventId, MANY);
    await fillMessages(console.service, fixture.eventId, MANY);
    const rows = () => page.locator("main li").count();
    await openScreen(page, `/events/${fixture.eventId}/messages`, "Messages");
    await page.getByText(pageOfMessages("1–50")).waitFor();
    expect(await rows()).toBeLessThanOrEqual(MOST_ROWS);
    await press(page, page.getByRole("button", { name: "Next" }));
    await page.getByText(pageOfMessages("51–100")).waitFor();
    expect(await rows()).toBeLessThanOrEqual(MOST_ROWS);
    const first = `/events/${fixture.eventId}/messages/01b00000-0000-7000-8000-000000000001`;
    await openScreen(page, first, "News 0001");
    await page.getByText(`1–50 of ${written(MANY)}`, { exact: true }).waitFor();
    expect(await rows()).toBeLessThanOrEqual(MOST_ROWS);
    await press(page, page.getByRole("button", { name: "Next" }));
    await page.getByText(`51–100 of ${written(MANY)}`, { exact: true }).waitFor();
    expect(await rows()).toBeLessThanOrEqual(MOST_ROWS);
    expectClean(tab, console.service);
  });

  it("chooses a few of thousands of guests by keyboard, and changes them after the message is saved", {
    tags: "rounds",
    timeout: VISIT_TIMEOUT_MS,
  }, async () => {
    const { fixture, ...tab } = await hostAtConsole(console, { guests: 2 });
    const { page } = tab;
    const messages = `/events/${fixture.eventId}/messages`;
    await fillList(console.service, fixture.eventId, MANY);
    await openScreen(page, `/events/${fixture.eventId}/send`, "Send invitations");
    await page.getByRole("button", { name: `Send ${written(MANY + 2)} invitations` }).waitFor();
    await page.getByRole("button", { name: "Previous guest" }).press("Enter");
    await page.getByText(`${written(MANY + 2)} of ${written(MANY + 2)}`).waitFor();

    await openScreen(page, `${messages}/new`, "New message");
    // Guests who were never invited are counted once the host includes them.
    await page.locator(".reach").getByText("2", { exact: true }).waitFor();
    await press(
      page,
      page.getByRole("switch", { name: new RegExp(`^Include ${written(MANY)} guests who were never invited`) }),
      "Space",
    );
    await page
      .locator(".reach")
      .getByText(written(MANY + 2), { exact: true })
      .waitFor();
    const audience = page.getByRole("button", { name: /Who gets it/ });
    await choose(page, audience, "Everybody who's coming");
    await page.getByText("“Coming” means guests with a seat.").waitFor();
    await choose(page, audience, "Chosen guests");
    const search = page.getByRole("searchbox", { name: "Find guests by name or email" });
    await type(page, search, "MANY-1321@");
    await press(page, page.getByRole("checkbox", { name: /Guest 1321/ }), "Space");
    await type(page, search, "ada lind");
    await press(page, page.getByRole("checkbox", { name: /Ada Lindqvist/ }), "Space");
    await type(page, search, "guest");
    await expect.poll(() => page.getByRole("checkbox").count()).toBe(20);
    await search.press("Escape");
    await page.getByText("2 guests chosen").waitFor();
    await type(page, field(page, "Subject"), "You two");
    await type(page, field(page, "Message"), "Come early.");
    await expectAccessible(page);
    await choice(page, "Not yet: keep it as a draft").press("Space");
    await page.getByRole("button", { name: "Save draft" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "You two" }).waitFor();
    const { items } = await fixture.api<{ items: WireMessage[] }>("GET", messages);
    const id = items.find(({ subject }) => subject === "You two")?.id;
    const chosen = async () =>
      (await fixture.api<{ guest_ids: string[] | null }>("GET", `${messages}/${id}`)).guest_ids?.sort();
    const many = "01a00000-0000-7000-8000-000000001321";
    expect(await chosen()).toEqual([fixture.guests[0]?.id, many].sort());

    await page.reload();
    await page.getByText("2 guests chosen").waitFor();
    await press(page, page.getByRole("checkbox", { name: /Ada Lindqvist/ }), "Space");
    // A guest who was unchecked stays listed, so a mistake can be undone.
    await expectOn(page.getByRole("checkbox", { name: /Ada Lindqvist/ }), false);
    await page.getByRole("button", { name: "Save draft" }).press("Enter");
    await expect.poll(chosen).toEqual([many]);
    expectClean(tab, console.service);
  });
});
