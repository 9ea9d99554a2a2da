import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { WITH_FRAMED_FONTS } from "../../testkit/browser.ts";
import { eventually } from "../support/eventually.ts";
import { turnOn } from "../support/node/controls.ts";
import { expectAccessible, expectClean, hostAtConsole, openScreen, useConsole } from "./support.ts";

const TIMEOUT_MS = 180_000;

const setup = useConsole();

const conflictOn = (page: Page): Locator => page.getByRole("alert").filter({ hasText: "Somebody else changed this" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(label) }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

describe("two hosts on one screen", () => {
  it("merges edits of an event's settings, and shows both values of one field", { timeout: TIMEOUT_MS }, async () => {
    const { fixture, ...tab } = await hostAtConsole(setup);
    const { page } = tab;
    const path = `/events/${fixture.eventId}`;
    const read = () => fixture.api<{ name: string; venue: string; default_party_size: number | null }>("GET", path);
    await openScreen(page, `${path}/settings`, "Settings");
    await choose(page, "Each guest may bring", "One person");
    await fixture.api("PATCH", path, { venue: "Theirs" });
    await press(page, "Save");
    await page.getByText("Another host changed this too: Where").waitFor();
    expect(await read()).toMatchObject({ venue: "Theirs", default_party_size: 2 });

    await page.getByLabel("Where").fill("Mine");
    await choose(page, "Each guest may bring", "Nobody");
    await fixture.api("PATCH", path, { venue: "Their hall", name: "Their party" });
    await press(page, "Save");
    const conflict = conflictOn(page);
    await conflict.getByRole("radio", { name: "Yours: Mine" }).waitFor();
    await conflict.getByRole("radio", { name: "Theirs: Their hall" }).waitFor();
    await conflict.getByText("They also changed: Name of the event").waitFor();
    await expectAccessible(page);
    await press(page, "Save");
    await eventually(async () =>
      expect(await read()).toEqual(
        expect.objectContaining({ name: "Their party", venue: "Mine", default_party_size: 1 }),
      ),
    );
    expectClean(tab, setup.service);
  });

  it("merges the lists of questions that two hosts save at the same time", { timeout: TIMEOUT_MS }, async () => {
    const { fixture, ...tab } = await hostAtConsole(setup);
    const { page } = tab;
    const path = `/events/${fixture.eventId}/questions`;
    type Saved = { items: { id: string; label: string }[] };
    const read = () => fixture.api<Saved>("GET", path);
    const labels = async () => (await read()).items.map(({ label }) => label);
    const { items } = await fixture.api<Saved>("PUT", path, {
      items: [
        { label: "A song?", kind: "text" },
        { label: "A dish?", kind: "text" },
      ],
    });
    await openScreen(page, `/events/${fixture.eventId}/settings/questions`, "Questions");
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByLabel("Question", { exact: true }).fill("A taxi?");
    await fixture.api("PUT", path, { items: [...items, { label: "A room?", kind: "text" }] });
    await press(page, "Save questions");
    await page.getByText("Saved, with the changes that another host made").waitFor();
    expect(await labels()).toEqual(["A song?", "A dish?", "A room?", "A taxi?"]);

    // One question: both versions are shown, and the host chooses.
    const saved = await read();
    await page
      .getByRole("listitem", { name: /^A song\?/ })
      .getByRole("button", { name: /^Edit/ })
      .click();
    await page.getByLabel("Question", { exact: true }).fill("My song?");
    const theirs = saved.items.map((item) => (item.label === "A song?" ? { ...item, label: "Their song?" } : item));
    await fixture.api("PUT", path, { items: theirs.filter(({ label }) => label !== "A dish?") });
    await press(page, "Save questions");
    const conflict = conflictOn(page);
    await conflict.getByRole("radio", { name: "Yours: My song?" }).waitFor();
    await turnOn(conflict.getByRole("radio", { name: "Theirs: Their song?" }));
    await turnOn(conflict.getByRole("radio", { name: "Yours: My song?" }));
    await press(page, "Save questions");
    await eventually(async () => expect(await labels()).toEqual(["My song?", "A room?", "A taxi?"]));
    expectClean(tab, setup.service);
  });

  it("merges edits of the look, and shows both values of one field", { timeout: TIMEOUT_MS }, async () => {
    const { fixture, ...tab } = await hostAtConsole(setup, {}, WITH_FRAMED_FONTS);
    const { page } = tab;
    const path = `/events/${fixture.eventId}/branding`;
    const read = () => fixture.api<{ theme: string; font: string | null }>("GET", path);
    await openScreen(page, `/events/${fixture.eventId}/look`, "Look");
    await turnOn(page.getByRole("radio", { name: /^Garden/ }));
    await fixture.api("PUT", path, { theme: "deco", font: "Didot" });
    await press(page, "Save look");
    const conflict = conflictOn(page);
    await conflict.getByRole("radio", { name: "Yours: Garden" }).waitFor();
    await turnOn(conflict.getByRole("radio", { name: "Theirs: Deco" }));
    await press(page, "Save look");
    await conflict.waitFor({ state: "detached" });
    expect(await read()).toMatchObject({ theme: "deco", font: "Didot" });
    expectClean(tab, setup.service);
  });

  it("shows both levels of strictness that two hosts chose", { timeout: TIMEOUT_MS }, async () => {
    const { fixture, ...tab } = await hostAtConsole(setup);
    const { page } = tab;
    const path = `/events/${fixture.eventId}/security/thresholds`;
    await openScreen(page, `/events/${fixture.eventId}/safety`, "Safety");
    const card = page.locator("section.card").filter({ has: page.getByRole("heading", { name: "How strict" }) });
    await turnOn(card.getByRole("radio", { name: /^Strict/ }));
    await fixture.api("PUT", path, { medium: 45, high: 70, block: 95 });
    await card.getByRole("button", { name: "Save", exact: true }).press("Enter");
    const conflict = conflictOn(page);
    await conflict.getByRole("radio", { name: "Theirs: Relaxed" }).waitFor();
    await card.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await eventually(async () => expect(await fixture.api("GET", path)).toMatchObject({ block: 70 }));
    expectClean(tab, setup.service);
  });
});

describe("guests' company", () => {
  it.each([
    ["nobody, unless the host chooses otherwise", null, 1],
    ["as many as the host chooses", "Up to 3 people", 4],
  ] as const)("lets guests bring %s, at a new event", { timeout: TIMEOUT_MS }, async (_, chosen, size) => {
    const { fixture, ...tab } = await hostAtConsole(setup);
    const { page } = tab;
    await openScreen(page, "/create", "New event");
    await page.getByLabel("Name of the event").fill("Party");
    await page.getByLabel("Starts").fill("2031-06-12T18:00");
    if (chosen !== null) await choose(page, "Each guest may bring", chosen);
    await page.getByRole("button", { name: "Next: look" }).click();
    await page.getByRole("button", { name: "Create event" }).click();
    await page.getByRole("heading", { name: "Who's invited?" }).waitFor();
    const { items } = await fixture.api<{ items: { name: string; default_party_size: number | null }[] }>(
      "GET",
      "/events",
    );
    expect(items.find(({ name }) => name === "Party")).toMatchObject({ default_party_size: size });
    expectClean(tab, setup.service);
  });

  it("asks for the number at the import, and stores it with the event", { timeout: TIMEOUT_MS }, async () => {
    const { fixture, ...tab } = await hostAtConsole(setup);
    const { page } = tab;
    const path = `/events/${fixture.eventId}`;
    const read = () => fixture.api<{ default_party_size: number | null }>("GET", path);
    await openScreen(page, `${path}/import`);
    await page.getByRole("button", { name: "Or paste a list" }).click();
    await page.getByRole("textbox").fill("name,email\nMia Sol,mia@example.com");
    await page.getByRole("button", { name: "Read the list" }).click();
    await choose(page, "How many people may each guest bring", "One person");
    await page.getByRole("button", { name: /^Import 1/ }).click();
    await page.getByRole("heading", { name: /on your list/ }).waitFor();
    expect(await read()).toMatchObject({ default_party_size: 2 });
    expectClean(tab, setup.service);
  });
});
