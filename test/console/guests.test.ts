import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { eventually } from "../support/eventually.ts";
import { turnOn } from "../support/node/controls.ts";
import { rounds } from "../support/rounds.ts";
import { holdFirst } from "./held-requests.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { choose } from "./keyboard-walk.ts";
import { fillList } from "./many-guests.ts";
import {
  endSession,
  expectAccessible,
  expectClean,
  expectValue,
  hostAtConsole,
  openScreen,
  useConsole,
} from "./support.ts";

const TEST_TIMEOUT_MS = 240_000;
const MANY = rounds(5_000);
const manyWritten = MANY.toLocaleString("en-GB");
const manyth = (number: number) => `Guest ${String(number).padStart(4, "0")}`;
/** Maximum number of rows in the document at any time, for a list of any length. */
const MOST_ROWS = 60;

const setup = useConsole();

const grid = (page: Page) => page.getByRole("grid", { name: "Guests" });
const rowOf = (page: Page, name: string) => grid(page).getByRole("row").filter({ hasText: name });
const rows = (page: Page) => page.locator('[role="row"]').count();
const activeRow = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant");
    return id ? document.getElementById(id)?.querySelector('[role="rowheader"] a')?.textContent : null;
  });

/** Scrolls by the wheel. @returns the most rows that were in the document */
async function scroll(page: Page, steps: number): Promise<number> {
  await page.mouse.move(700, 500);
  let most = 0;
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, 600);
    const shown = await page.evaluate(
      () =>
        new Promise<number>((next) => {
          requestAnimationFrame(() => next(document.querySelectorAll('[role="row"]').length));
        }),
    );
    most = Math.max(most, shown);
  }
  return most;
}

describe("guest list screen", () => {
  it("scrolls, searches, filters and selects thousands of guests by mouse and keyboard", {
    tags: "rounds",
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 0 });
    const { page, fixture } = tab;
    await fillList(setup.service, fixture.eventId, MANY);
    await openScreen(page, `/events/${fixture.eventId}/guests`, "Guests");
    await page.getByRole("button", { name: new RegExp(`^${manyWritten} all`) }).waitFor();
    await expect.poll(() => grid(page).getAttribute("aria-rowcount")).toBe(String(MANY + 1));
    await rowOf(page, manyth(MANY)).waitFor();

    expect(await scroll(page, 40)).toBeLessThanOrEqual(MOST_ROWS + 1);

    // The last guest is reached, page after page, and no row is there twice.
    await grid(page).focus();
    await page.keyboard.press("End");
    await eventually(async () => {
      await page.keyboard.press("End");
      expect(await activeRow(page)).toBe("Guest 0001");
    });
    expect(await rows(page)).toBeLessThanOrEqual(MOST_ROWS + 1);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowUp");
    await expect.poll(() => activeRow(page)).toBe("Guest 0003");
    await page.getByRole("status").filter({ hasText: "2 guests selected" }).waitFor();
    await page.keyboard.press("Control+a");
    await page
      .getByRole("status")
      .filter({ hasText: `${manyWritten} guests selected` })
      .waitFor();
    await page.keyboard.press("Escape");

    const search = page.getByRole("searchbox", { name: /Search/ });
    await search.focus();
    await page.keyboard.type("MANY-1321@");
    await rowOf(page, manyth(1_321)).waitFor();
    await eventually(async () => expect(await rows(page)).toBe(2));
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await search.fill("nobody at all");
    await page.getByRole("heading", { name: "No guests like that" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show everybody" }).click();
    await rowOf(page, manyth(MANY)).waitFor();
    expectClean(tab, setup.service);
  });

  it("changes, invites, exports and deletes selected guests, and shows new replies in place", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 6 });
    const { page, fixture } = tab;
    const [ada, ben, chiara] = fixture.guests;
    if (!ada || !ben || !chiara) throw new Error("the fixture has too few guests");
    await openScreen(page, `/events/${fixture.eventId}/guests`, "Guests");
    await rowOf(page, ada.name).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();

    // Adds a guest in place, and shows the API's error next to its field.
    await page.getByRole("button", { name: "Add a guest" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Gala Moreau");
    await dialog.getByLabel("Email").fill("not an address");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText(/must be an email address/).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("Email").fill("gala@example.com");
    await dialog.getByLabel("Tags").fill("Press");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await rowOf(page, "Gala Moreau").getByText("Not invited").waitFor();

    // Several guests together, without a mouse from here on.
    const keyboard = await keyboardAlone(page);
    const select = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` }).press("Space");
    await select(ada.name);
    await select(ben.name);
    const change = (action: string) => choose(page, page.getByRole("button", { name: "Change", exact: true }), action);
    await change("Set the table");
    await expectAccessible(page);
    await dialog.getByLabel("Table").fill("12");
    await keyboard.press(dialog.getByRole("button", { name: "Save" }));
    await rowOf(page, ada.name).getByText("12", { exact: true }).waitFor();
    await keyboard.did("PATCH /events/{}/guests");
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    const twelve = rowOf(page, ada.name).getByText("12", { exact: true });
    await eventually(async () => expect(await twelve.count()).toBe(0));
    await change("Add tags");
    await dialog.getByLabel("Tags").fill("Family, Speakers");
    await keyboard.press(dialog.getByRole("button", { name: "Save" }));
    await rowOf(page, ben.name).getByText("Family and Speakers").waitFor();
    await keyboard.press(page.getByRole("button", { name: "Invite", exact: true }));
    await keyboard.press(dialog.getByRole("button", { name: "Send invitations" }));
    await page.getByText("2 invitations are on their way").waitFor();
    const exported = page.waitForEvent("download");
    await choose(page, page.getByRole("button", { name: "More", exact: true }), "Export as CSV");
    expect((await exported).suggestedFilename()).toContain("guests.csv");

    // Another browser: the guest answers. The row stays where it is.
    const before = await rowOf(page, chiara.name).getAttribute("aria-rowindex");
    const token = chiara.link.slice(chiara.link.lastIndexOf("/") + 1);
    const answered = await fetchAgain(new URL("/rsvp", setup.service.url), {
      method: "POST",
      headers: { "content-type": "application/json", "CF-Connecting-IP": "203.0.113.9" },
      body: JSON.stringify({ token, response: "attending", plus_ones: 2 }),
    });
    expect(answered.status).toBe(201);
    await rowOf(page, chiara.name).getByText("Coming").waitFor();
    await rowOf(page, chiara.name).getByText("+2").waitFor();
    expect(await rowOf(page, chiara.name).getAttribute("aria-rowindex")).toBe(before);
    await keyboard.press(page.getByRole("button", { name: /^3 people coming · 1 party/ }));
    await eventually(async () => expect(await rows(page)).toBe(2));
    await page.goBack();

    // A party size below the reply is rejected, then set together with a lowered reply.
    await openScreen(page, `/events/${fixture.eventId}/guests`, "Guests");
    await select(chiara.name);
    await change("Set the party size");
    await dialog.getByLabel("Party size").fill("2");
    await keyboard.press(dialog.getByRole("button", { name: "Save" }));
    await dialog.getByText("1 of them has replied for more people than that.").waitFor();
    await expectAccessible(page);
    await expectValue(dialog.getByLabel("Party size"), "2");
    await keyboard.press(dialog.getByRole("button", { name: "Lower their replies too" }));
    await rowOf(page, chiara.name).getByText("+1").waitFor();
    const lowered = await fixture.api("GET", `/events/${fixture.eventId}/guests/${chiara.id}`);
    expect(lowered).toMatchObject({ party_size: 2, rsvp: { plus_ones: 1 } });
    await keyboard.press(page.getByRole("button", { name: "More filters" }));
    await page.getByRole("group", { name: "More filters" }).waitFor();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await openScreen(page, `/events/${fixture.eventId}/guests?tag=family`, "Guests");
    await eventually(async () => expect(await rows(page)).toBe(3));
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const { name } of [ada, ben]) await select(name);
    await change("Delete");
    await keyboard.press(dialog.getByRole("button", { name: "Delete 2 guests" }));
    await page.getByRole("heading", { name: "No guests like that" }).waitFor();
    await keyboard.did("POST /events/{}/guests/delete");
    expectClean(tab, setup.service);
  });
});

describe("a party size that does not fit", () => {
  it("names the guests and the number that each needs, and rejects text", { timeout: TEST_TIMEOUT_MS }, async () => {
    const tab = await hostAtConsole(setup, { guests: 2 });
    const { page, fixture } = tab;
    const [first, second] = fixture.guests;
    const path = `/events/${fixture.eventId}/guests`;
    await fixture.api("PATCH", `${path}/${first?.id}`, {
      companions: [{ name: "Ben" }, { name: "Cleo" }],
      party_size: 4,
    });
    await openScreen(page, path, "Guests");
    for (const name of [first?.name, second?.name]) {
      await page.getByRole("checkbox", { name: `Select ${name}` }).press("Space");
    }
    const dialog = page.getByRole("dialog");
    const setParty = async (size: string) => {
      await dialog.getByLabel("Party size").fill(size);
      await dialog.getByRole("button", { name: "Save" }).click();
    };
    await choose(page, page.getByRole("button", { name: "Change", exact: true }), "Set the party size");
    await setParty("2");
    await dialog.getByText(`${first?.name}: needs a party of at least 3, for the guest and 2 companions`).waitFor();
    expect(await dialog.getByText(`${second?.name}: needs`).count()).toBe(0);
    await expectAccessible(page);
    await setParty("two");
    await dialog.getByText("must be a number").waitFor();
    const sizes = async () => {
      const { items } = await fixture.api<{ items: { name: string; party_size: number | null }[] }>("GET", path);
      return items.find(({ name }) => name === first?.name)?.party_size;
    };
    expect(await sizes()).toBe(4);
    await setParty("3");
    await expect.poll(sizes).toBe(3);
  });
});

describe("guest screen", () => {
  it("merges edits of two hosts, and keeps typed text during a save and an ended session", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 1 });
    const { page, fixture } = tab;
    const [guest] = fixture.guests;
    if (!guest) throw new Error("the fixture has no guest");
    const path = `/events/${fixture.eventId}/guests/${guest.id}`;
    const read = () =>
      fixture.api<{ name: string; table: string | null; tags: string[]; phone: string | null }>("GET", path);
    await openScreen(page, path, guest.name);
    // By its role: a choice between two versions has the name of its field, too.
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    const save = () => page.getByRole("button", { name: "Save changes" }).click();

    // Different fields: both changes are kept.
    await field("Table").fill("3");
    await fixture.api("PATCH", path, { tags: ["VIP"] });
    await save();
    await page.getByText(/Another host changed this guest too: Tags/).waitFor();
    expect(await read()).toMatchObject({ table: "3", tags: ["VIP"] });

    // One field: the later host sees both values and chooses.
    await field("Table").fill("4");
    await field("Phone").fill("+44 20 7946 0018");
    await fixture.api("PATCH", path, { table: "5", name: "Ada L." });
    await save();
    const conflict = page.getByRole("alert").filter({ hasText: "Somebody else changed this guest" });
    await conflict.getByRole("radio", { name: "Yours: 4" }).waitFor();
    await conflict.getByText("They also changed: Name.").waitFor();
    await expectValue(field("Phone"), "+44 20 7946 0018");
    await expectAccessible(page);
    await turnOn(conflict.getByRole("radio", { name: "Theirs: 5" }));
    await save();
    await page.getByRole("heading", { level: 1, name: "Ada L." }).waitFor();
    await eventually(async () => {
      expect(await read()).toMatchObject({ name: "Ada L.", table: "5", phone: "+442079460018" });
    });

    // Text typed while a change is being saved is kept, and saved next.
    const held = Promise.withResolvers<void>();
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === "PATCH") await held.promise;
      await route.continue();
    });
    await field("Table").fill("6");
    await save();
    await field("Table").fill("7");
    held.resolve();
    await eventually(async () => expect((await read()).table).toBe("6"));
    await expect.poll(() => page.getByRole("button", { name: "Save changes" }).isEnabled()).toBe(true);
    await expectValue(field("Table"), "7");
    await save();
    await eventually(async () => expect((await read()).table).toBe("7"));
    await page.unroute(`**${path}`);

    // The session ends while the host types.
    await field("Table").fill("6 – by the window");
    const goOn = await endSession(page);
    await save();
    const signInAgain = page.getByRole("dialog", { name: "You've been signed out" });
    await signInAgain.waitFor();
    goOn();
    await signInAgain.getByLabel("Email").fill(fixture.host.email);
    await signInAgain.getByLabel("Password").fill(fixture.host.password);
    await signInAgain.getByRole("button", { name: "Sign in" }).click();
    await signInAgain.waitFor({ state: "detached" });
    await expectValue(field("Table"), "6 – by the window");
    // The refusal disappears, which moves the button: a click may miss it.
    await page.getByRole("button", { name: "Save changes" }).press("Enter");
    await eventually(async () => expect((await read()).table).toBe("6 – by the window"));
    expectClean(tab, setup.service);
  });

  it("stays signed in after a late 401 of a request that began before the sign-in", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 1 });
    const { page, fixture } = tab;
    const [guest] = fixture.guests;
    if (!guest) throw new Error("the fixture has no guest");
    const path = `/events/${fixture.eventId}/guests/${guest.id}`;
    await openScreen(page, path, guest.name);
    const untilHeld = await holdFirst(page, `PATCH ${path}`);
    const table = page.getByRole("textbox", { name: "Table", exact: true });
    await table.fill("8");
    await page.getByRole("button", { name: "Save changes" }).click();
    const save = await untilHeld();

    // Another request finds that the session has ended, and the host signs in again.
    await page.context().clearCookies();
    // Or a refetch finds it, and its dialog then covers the button.
    await page.getByRole("button", { name: /nd .*invitation/ }).dispatchEvent("click");
    const signInAgain = page.getByRole("dialog", { name: "You've been signed out" });
    await signInAgain.getByLabel("Email").fill(fixture.host.email);
    await signInAgain.getByLabel("Password").fill(fixture.host.password);
    await signInAgain.getByRole("button", { name: "Sign in", exact: true }).click();
    await signInAgain.waitFor({ state: "detached" });

    const refused = await fetch(`${setup.service.url}${path}`, { method: "PATCH" });
    expect(refused.status).toBe(401);
    const headers = { "Content-Type": "application/problem+json" };
    await save.answer({ status: 401, headers, body: await refused.text() });
    await page
      .locator("form")
      .getByText("You were signed out before this was saved. Everything is still here: try once more.")
      .waitFor();
    expect(await signInAgain.count()).toBe(0);
    await expectValue(table, "8");
    await page.getByRole("button", { name: "Save changes" }).press("Enter");
    await eventually(async () => expect((await fixture.api<{ table: string }>("GET", path)).table).toBe("8"));
    expectClean(tab, setup.service);
  });

  it("keeps a saved guest when an older refetch responds, and saves the next edit without a conflict", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 1 });
    const { page, fixture } = tab;
    const [guest] = fixture.guests;
    if (!guest) throw new Error("the fixture has no guest");
    const path = `/events/${fixture.eventId}/guests/${guest.id}`;
    await openScreen(page, path, guest.name);
    const table = page.getByRole("textbox", { name: "Table", exact: true });
    const save = page.getByRole("button", { name: "Save changes" });
    const untilHeld = await holdFirst(page, `GET ${path}`);
    await fixture.api("PUT", `${path}/rsvp`, { response: "attending", plus_ones: 0 });
    const refetch = await untilHeld();
    const older = await fixture.api<object>("GET", path);
    await table.fill("1");
    await save.click();
    await page.getByText("Table 1", { exact: true }).waitFor();
    // A cancelled request has no response.
    const headers = { "Content-Type": "application/json" };
    await refetch.answer({ status: 200, headers, body: JSON.stringify(older) }).catch(() => undefined);
    await table.fill("2");
    await save.click();
    await eventually(async () => expect((await fixture.api<{ table: string }>("GET", path)).table).toBe("2"));
    await save.waitFor({ state: "detached" });
    await page.getByText("Table 2", { exact: true }).waitFor();
    expectClean(tab, setup.service);
  });

  it("shows the guest's history, enters a reply, and offers the link, door pass and seat", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 3 }, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page, fixture } = tab;
    const [ada, ben, chiara] = fixture.guests;
    if (!ada || !ben || !chiara) throw new Error("the fixture has too few guests");
    const event = `/events/${fixture.eventId}`;
    await fixture.api("PATCH", event, { capacity: 2 });
    await fixture.api("PUT", `${event}/questions`, {
      items: [{ label: "What would you like to eat?", kind: "choice", options: ["Fish", "Vegan"], scope: "guest" }],
    });
    await fixture.api("PUT", `${event}/guests/${ben.id}/rsvp`, { response: "attending", plus_ones: 0 });
    await openScreen(page, `${event}/guests/${ada.id}`, ada.name);
    const dialog = page.getByRole("dialog");
    await page.getByText("No reply yet.").waitFor();

    await page.getByRole("button", { name: "Enter a reply" }).click();
    await dialog.getByRole("button", { name: "Add a companion" }).click();
    await dialog.getByLabel("Companion 1", { exact: true }).fill("Zoë Größe");
    await dialog.getByRole("button", { name: /What would you like to eat/ }).click();
    await page.getByRole("option", { name: "Vegan" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save the reply" }).click();
    // One seat is left for two.
    await dialog.getByRole("button", { name: "Seat them anyway" }).click();
    await page.getByText("Coming, with 1 guest").first().waitFor();
    await page.getByText("Zoë Größe").waitFor();
    await page.getByText("Vegan").waitFor();
    const timeline = page
      .getByRole("region", { name: "What happened" })
      .or(page.locator("section").filter({ hasText: "What happened" }));
    await timeline.getByText("RSVP: coming, with 1 guest").waitFor();
    await timeline.getByRole("listitem").first().getByText("entered by a host").waitFor();

    await page.getByRole("button", { name: "Door pass" }).click();
    await dialog.getByRole("img", { name: `${ada.name}'s door pass` }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = dialog.getByRole("textbox", { name: "Personal link" });
    await expectValue(link, ada.link);
    await dialog.getByRole("button", { name: "Close" }).click();
    const more = async (action: string) => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await more("Replace the link");
    await dialog.getByRole("button", { name: "Replace the link" }).click();
    await timeline.getByText("The link was replaced by a new one").waitFor();
    await more("Write a message");
    await dialog.getByLabel("Subject").fill("See you soon");
    await dialog.getByRole("button", { name: "Send now" }).click();
    await dialog
      .getByText(/at least 1 character|is required|must/)
      .first()
      .waitFor();
    await expectValue(dialog.getByLabel("Subject"), "See you soon");
    await dialog.getByLabel("Message").fill("Doors open at six.");
    await dialog.getByRole("button", { name: "Send now" }).click();
    await timeline.getByText("Message “See you soon”").waitFor();

    const exported = page.waitForEvent("download");
    await more("Download all data");
    expect((await exported).suggestedFilename()).toBe(`${ada.name}.json`);

    // Chiara is on the waitlist, and gets an offer beyond the capacity.
    await fixture.api("PATCH", event, { waitlist: true });
    await fixture.api("PUT", `${event}/guests/${chiara.id}/rsvp`, { response: "attending", plus_ones: 1 });
    await openScreen(page, `${event}/guests/${chiara.id}`, chiara.name);
    await page.getByText("Number 1 on the waitlist").waitFor();
    const keyboard = await keyboardAlone(page);
    await keyboard.press(page.getByRole("button", { name: "Offer a seat" }));
    await keyboard.press(dialog.getByRole("button", { name: "Offer the seat" }));
    await keyboard.press(dialog.getByRole("button", { name: "Offer it anyway" }));
    await timeline.getByText(/Offered a seat until/).waitFor();
    await keyboard.did("POST /events/{}/guests/{}/offer");
    await openScreen(page, `${event}/guests/${ada.id}`, ada.name);
    // Everything has loaded, so axe checks a page that no longer changes.
    await page.getByText("Vegan").waitFor();
    await timeline.getByText("Message “See you soon”").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await choose(page, page.getByRole("button", { name: "More", exact: true }), "Delete the guest");
    await keyboard.press(dialog.getByRole("button", { name: "Delete for good" }));
    await page.getByRole("heading", { level: 1, name: "Guests" }).waitFor();
    await eventually(async () => expect(await rows(page)).toBe(3));
    await openScreen(page, `${event}/guests/${ada.id}`);
    await page.getByRole("heading", { name: "This guest isn't on the list" }).waitFor();
    expectClean(tab, setup.service);
  });
});
