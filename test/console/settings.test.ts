import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { E2eFixture } from "../../testkit/e2e-fixture.ts";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { expectOn, turnOn } from "../support/node/controls.ts";
import { holdFirst } from "./held-requests.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import {
  ageProofs,
  expectAccessible,
  expectClean,
  expectValue,
  hostAtConsole,
  openScreen,
  useConsole,
} from "./support.ts";

const VISIT_TIMEOUT_MS = 180_000;
const GUESTS_AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

interface SavedEvent {
  name: string;
  venue: string | null;
  event_date: string;
  end_time: string | null;
  rsvp_deadline: string | null;
  timezone: string;
  capacity: number | null;
  status: string;
}

const console = useConsole();

const eventOf = (fixture: E2eFixture) => fixture.api<SavedEvent>("GET", `/events/${fixture.eventId}`);

/** Why the waiting change notice of an event is not emailed to guests with an address. */
async function untoldBy({ api, eventId }: E2eFixture): Promise<string[]> {
  const { items } = await api<{ items: { id: string; kind: string; status: string }[] }>(
    "GET",
    `/events/${eventId}/messages?limit=200`,
  );
  const notice = items.find(({ kind, status }) => !["message", "reminder"].includes(kind) && status === "scheduled");
  const path = `/events/${eventId}/messages/${notice?.id}/notice`;
  const { tell_yourself } = await api<{ tell_yourself: { items: { reason: string }[] } }>("GET", path);
  return tell_yourself.items.map(({ reason }) => reason);
}

/** Submits a guest's RSVP from another device. */
async function accept(link: string, plusOnes: number, address: string): Promise<void> {
  const body = {
    token: link.split("/i/")[1],
    fingerprint: { language: "en" },
    response: "attending",
    plus_ones: plusOnes,
  };
  const response = await fetchAgain(`${console.service.url}/rsvp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": GUESTS_AGENT, "CF-Connecting-IP": address },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

/** Presses Tab until the named control has the focus. @throws Error if Tab never reaches it */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page
    .locator(":focus")
    .and(page.getByLabel(name, { exact: true }).or(page.getByRole("button", { name, exact: true })));
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${name}.`);
}

describe("settings screen", () => {
  it(
    "keeps typed changes without a session or network, and previews the change notice",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const event = `/events/${fixture.eventId}`;
      await openScreen(page, `${event}/settings`, "Settings");
      await page.getByLabel("Name of the event").fill("Orangery Lunch");
      await page.getByLabel("Ends").fill("2031-06-12T12:00");
      await page.getByLabel("Starts").fill("2031-06-12T13:00");
      await page.getByLabel("RSVP deadline").fill("2031-06-20T12:00");

      // Contradictory times are shown at their fields, and saving is disabled.
      await page.getByText("It would end before it starts.").waitFor();
      await page.getByText("The deadline would be after the start.").waitFor();
      await expect.poll(() => page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
      await expectAccessible(page);
      await page.getByLabel("Ends").fill("2031-06-12T17:00");
      await page.getByLabel("RSVP deadline").fill("2031-06-01T12:00");

      // Guests who would come at the wrong time are notified by default, with this text.
      await expectOn(page.getByLabel("Tell invited guests by email"));
      await page.getByText("Changed: Orangery Lunch").waitFor();
      await page.locator(".news s").filter({ hasText: "Orangery Supper" }).waitFor();
      await page.locator(".news dd").last().getByText("12 June 2031 at 13:00").waitFor();

      // A reload keeps it; the end of the session asks for a sign-in above it.
      await page.reload();
      await page.getByText("Changed: Orangery Lunch").waitFor();
      const signIn = page.getByRole("dialog", { name: "You've been signed out" });
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
      await signIn.waitFor();
      await expectAccessible(page);
      await signIn.getByLabel("Email").fill(fixture.host.email);
      await signIn.getByLabel("Password").fill(fixture.host.password);
      await signIn.getByRole("button", { name: "Sign in", exact: true }).click();
      await signIn.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved. Guests get an email in a few minutes.").waitFor();
      expect(await eventOf(fixture)).toMatchObject({
        name: "Orangery Lunch",
        event_date: "2031-06-12T11:00:00.000Z",
        end_time: "2031-06-12T15:00:00.000Z",
        rsvp_deadline: "2031-06-01T10:00:00.000Z",
      });

      // A new zone keeps the wall-clock times; without a network, nothing is lost.
      await page.getByLabel("Clocks in").selectOption({ label: "Lisbon" });
      await page.getByLabel("Where", { exact: true }).fill("Rua das Flores 4");
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("You're offline. What you typed is kept").waitFor();
      await page.context().setOffline(false);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
      expect(await eventOf(fixture)).toMatchObject({
        timezone: "Europe/Lisbon",
        venue: "Rua das Flores 4",
        event_date: "2031-06-12T12:00:00.000Z",
        end_time: "2031-06-12T16:00:00.000Z",
      });

      // A reply address must be verified; alert settings are per member.
      await page.getByLabel("Replies to emails go to").fill("office@example.org");
      expect(await page.getByLabel("Text messages go to").inputValue()).toBe("PT");
      await page.getByLabel("Text messages go to").fill("pt, de");
      await page.getByText("Portugal, Germany.").waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Waiting for confirmation").waitFor();
      expect(await fixture.api("GET", event)).toMatchObject({ sms_countries: ["DE", "PT"] });
      await page.getByRole("link", { name: "Alerts" }).click();
      await turnOn(page.getByLabel("Every reply, as it comes"));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      // "Saved" of the save before may still be shown.
      await expect.poll(() => fixture.api("GET", `${event}/alerts`)).toMatchObject({ answers: "each" });
      // The socket of the screen has no network for a while, and Chromium logs that as an error.
      const pageErrors = tab.pageErrors.filter((message) => !message.startsWith("WebSocket connection to "));
      expectClean({ ...tab, page, pageErrors }, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "cancels the event with a message, reinstates it, and deletes it after a step-up",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      await openScreen(page, `/events/${fixture.eventId}/settings`, "Settings");
      const keyboard = await keyboardAlone(page);
      await keyboard.press(page.getByRole("button", { name: "Cancel event…" }));
      const cancel = page.getByRole("dialog", { name: "Cancel Orangery Supper?" });
      await cancel.getByLabel("What guests should know").fill("The roof leaks. We'll try again in spring.");
      await expectAccessible(page);
      await keyboard.press(cancel.getByRole("button", { name: "Cancel the event" }));
      await keyboard.press(page.getByRole("button", { name: "Put it back on" }));
      expect((await eventOf(fixture)).status).toBe("cancelled");
      const invitation = await fetchAgain(fixture.guests[0]?.link ?? "", { headers: { "User-Agent": GUESTS_AGENT } });
      expect(await invitation.text()).toContain("The roof leaks.");
      // Guests know of the cancellation, so an email says that it was undone.
      await console.service.sql(
        "update messages set status = 'sent' where event_id = ? and notice is not null",
        fixture.eventId,
      );
      const reinstate = page.getByRole("dialog");
      await reinstate.getByRole("checkbox", { name: /whom you have never emailed/ }).press("Space");
      await expectAccessible(page);
      await keyboard.press(reinstate.getByRole("button", { name: "Put it back on" }));
      await page.getByRole("button", { name: "Cancel event…" }).waitFor();
      await keyboard.did("POST /events/{}/reinstate");
      expect((await eventOf(fixture)).status).toBe("scheduled");
      expect(await untoldBy(fixture)).toEqual(["never_emailed"]);

      // The last sign-in is too old for an action that cannot be undone.
      await ageProofs(console.service, fixture.host);
      await keyboard.press(page.getByRole("button", { name: "Delete event…" }));
      await page.getByRole("checkbox", { name: "Erase it for good right away" }).press("Space");
      await keyboard.press(page.getByRole("button", { name: "Delete the event" }));
      const proof = page.getByRole("dialog", { name: "Show that it's you" });
      await proof.getByLabel("Password").fill("not this one");
      await page.keyboard.press("Enter");
      await proof.getByRole("alert").waitFor();
      await expectAccessible(page);
      await proof.getByLabel("Password").fill(fixture.host.password);
      await page.keyboard.press("Enter");
      await page.getByText("Orangery Supper is deleted").waitFor();
      expect(new URL(page.url()).pathname).toBe("/app/");
      await expect(eventOf(fixture)).rejects.toThrow("404");
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "shows the plan limit in place when the plan does not include a second event",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      await console.service.sql(
        "delete from subscriptions where user_id = (select id from users where email_key = ?)",
        fixture.host.email,
      );
      await openScreen(page, `/events/${fixture.eventId}/settings`, "Settings");
      await page.getByRole("button", { name: "Copy event…" }).click();
      await page.getByRole("button", { name: "Copy event", exact: true }).click();
      await page.getByText("Your plan includes 1 event.").waitFor();
      await page.getByRole("link", { name: "See plans" }).click();
      await page.getByRole("heading", { name: "You're on Free" }).waitFor();
      expect(await page.getByRole("meter", { name: "Events" }).getAttribute("aria-valuetext")).toBe("1 of 1");
      // This installation accepts no payments, and says so before the host chooses a plan.
      await page.getByText("Payments aren't set up here yet").waitFor();
      expect(await page.getByRole("button", { name: /^Choose/ }).count()).toBe(0);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

interface SavedQuestions {
  items: { id: string; label: string; options: string[] }[];
  removed: { label: string }[];
}

describe("questions screen", () => {
  it(
    "adds, moves, removes and restores questions by keyboard",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const path = `/events/${fixture.eventId}/questions`;
      await fixture.api("PUT", path, { items: [{ label: "A song that gets you dancing", kind: "text" }] });
      const questions = () => fixture.api<SavedQuestions>("GET", path);
      await openScreen(page, `/events/${fixture.eventId}/settings/questions`, "Questions");
      const cards = page.locator("[data-question]");
      await cards.first().waitFor();
      const keyboard = await keyboardAlone(page);

      await tabTo(page, "Add a question");
      await page.keyboard.press("Enter");
      // The focus is in the new question.
      await page.keyboard.type("What would you like to eat?");
      await tabTo(page, "Short text Kind of answer");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await tabTo(page, "Save questions");
      await page.keyboard.press("Enter");
      await page.getByText("must have at least one option").waitFor();
      await expectAccessible(page);
      await page.getByLabel("Choices").focus();
      await page.keyboard.type("Meat\nFish\nVegan");

      await cards.nth(1).focus();
      await page.keyboard.press("Alt+ArrowUp");
      await page.getByText("What would you like to eat? is now 1 of 2").waitFor();
      await expect.poll(() => cards.first().evaluate((card) => card === document.activeElement)).toBe(true);
      await tabTo(page, "Save questions");
      await page.keyboard.press("Enter");
      await page.getByText("Questions saved").waitFor();
      await keyboard.did("PUT /events/{}/questions");
      expect((await questions()).items).toMatchObject([
        { label: "What would you like to eat?", options: ["Meat", "Fish", "Vegan"] },
        { label: "A song that gets you dancing" },
      ]);

      await page.getByRole("button", { name: "Remove A song that gets you dancing" }).press("Enter");
      await page.getByText("Answers already given stay").waitFor();
      await page.getByRole("button", { name: "Undo" }).press("Enter");
      await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Remove A song that gets you dancing" }).press("Enter");
      await page.getByRole("button", { name: "Save questions" }).press("Enter");
      await page.getByRole("button", { name: "Ask again: A song that gets you dancing" }).waitFor();
      expect((await questions()).removed).toMatchObject([{ label: "A song that gets you dancing" }]);
      await page.getByRole("button", { name: "Ask again: A song that gets you dancing" }).press("Enter");
      await page.getByRole("button", { name: "Save questions" }).press("Enter");
      await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
      expect((await questions()).items).toHaveLength(2);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "keeps text typed during a save, and does not add a new question twice",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const path = `/events/${fixture.eventId}/questions`;
      const read = async () => (await fixture.api<SavedQuestions>("GET", path)).items;
      const label = page.getByRole("textbox", { name: "Question", exact: true });
      const save = page.getByRole("button", { name: "Save questions" });
      await openScreen(page, `/events/${fixture.eventId}/settings/questions`, "Questions");
      await page.getByRole("button", { name: "Add a question" }).click();
      await label.fill("A song?");
      const sent = await holdFirst(page, `PUT ${path}`);
      await save.click();
      const request = await sent();
      await label.fill("A song that gets you dancing?");
      await request.pass();
      await expect.poll(read).toMatchObject([{ label: "A song?" }]);
      await expect.poll(() => save.isEnabled()).toBe(true);
      await expectValue(label, "A song that gets you dancing?");
      const [asked] = await read();
      await save.click();
      await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
      expect(await read()).toMatchObject([{ id: asked?.id, label: "A song that gets you dancing?" }]);
      expect(await fixture.api<SavedQuestions>("GET", path)).toMatchObject({ removed: [] });
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});

describe("seats screen", () => {
  it(
    "names guests beyond the capacity, lists the waitlist live, and offers a seat beyond it",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console, { guests: 2 });
      const { page } = tab;
      const [ada, benedikt] = fixture.guests;
      await accept(ada?.link ?? "", 3, "10.8.0.1");
      await openScreen(page, `/events/${fixture.eventId}/settings/seats`, "Seats");
      await page.getByText("There's no limit").waitFor();
      await page.getByRole("textbox", { name: "Seats" }).fill("2");
      await page.getByText("Waitlist", { exact: true }).click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const over = page.getByRole("alert");
      await over.getByText("That's fewer seats than are taken.").waitFor();
      await over.getByRole("link", { name: "Ada Lindqvist" }).waitFor();
      await over.getByText("party of 4").waitFor();
      await expectAccessible(page);
      await over.getByRole("button", { name: "Lower it anyway" }).click();
      await page.getByText("Of 2 seats, 4 are confirmed and 0 offered: 2 too many").waitFor();
      expect(await eventOf(fixture)).toMatchObject({ capacity: 2, waitlist: true });

      await accept(benedikt?.link ?? "", 0, "10.8.0.2");
      await page.getByRole("button", { name: "Offer a seat to Benedikt Osei" }).click();
      await page
        .getByRole("dialog")
        .getByText(/^The seat is held until .+\. We email the guest\.$/)
        .waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Offer", exact: false }).first().click();
      await page.getByRole("dialog").getByRole("alert").waitFor();
      await page.getByRole("dialog").getByRole("alert").getByRole("button").first().click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText(/^Offered until/).waitFor();
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
