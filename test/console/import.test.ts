import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { some } from "../support/rounds.ts";
import { keyboardAlone } from "./keyboard-alone.ts";
import { expectAccessible, expectClean, hostAtConsole, openScreen, useConsole } from "./support.ts";

const TEST_TIMEOUT_MS = 240_000;
const MEBIBYTE = 1024 * 1024;
/** Guests of one request of an import. */
const PART = 500;

const setup = useConsole();

/** Chooses a file; the console handles it like a dropped one. */
async function give(page: Page, content: string | Buffer, name = "guests.csv"): Promise<void> {
  const buffer = typeof content === "string" ? Buffer.from(content) : content;
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
}

interface Guest {
  name: string;
  email: string | null;
  phone: string | null;
  table: string | null;
  tags: string[];
}

describe("guest import screen", () => {
  it("reads 180 guests, corrects three rows, and asks about a duplicate name", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 1 });
    const { page, fixture } = tab;
    const rows = Array.from({ length: 180 }, (_, index) => [
      `Gast ${index + 1}`,
      index === 20 ? "no address" : `gast-${index}@example.com`,
      index === 60 ? "12" : "",
      index === 90 ? "many" : "2",
      index % 2 === 0 ? "Familie; Band" : "",
      "Ü 1",
    ]);
    const header = ["Name", "E-Mail-Adresse", "Handynummer", "Anzahl Personen", "Gruppe", "Tisch"];
    const lines = [header, ...rows, ["Ada Lindqvist", "another-ada@example.com", "", "", "", ""]];
    // The format of older Excel versions: semicolons, and one byte per letter.
    const csv = lines
      .map((cells) => cells.map((cell) => (cell.includes(";") ? `"${cell}"` : cell)).join(";"))
      .join("\r\n");
    await openScreen(page, `/events/${fixture.eventId}/import`, "Import guests");
    await give(page, Buffer.from(csv, "latin1"));
    await page.getByRole("status").filter({ hasText: "We understood 178 of 181 guests" }).waitFor();
    await page.getByText("This file was saved in an older format.").waitFor();
    await expectAccessible(page);

    // The host assigns a column that the console does not recognise.
    await page.getByText("5 are read, 1 ignored").click();
    await page.getByRole("button", { name: /Gruppe/ }).click();
    await page.getByRole("option", { name: "Tags" }).click();
    await page.getByText("all 6 are read").waitFor();

    const row = (number: number) => page.getByRole("listitem").filter({ hasText: `Row ${number}` });
    await row(22).getByLabel("E-Mail-Adresse").fill("mended@example.com");
    await row(22).getByText("Mended").waitFor();
    await row(92).getByText("must be a whole number from 1 to 20").waitFor();
    await row(92).getByLabel("Anzahl Personen").fill("3");
    await row(92).getByText("Mended").waitFor();
    await page.getByRole("button", { name: "Import these guests without their phone number" }).click();
    await page.getByRole("heading", { name: "Every row is mended" }).waitFor();
    await page.getByRole("checkbox", { name: "Import", exact: true }).press("Space");
    await expectAccessible(page);

    const keyboard = await keyboardAlone(page);
    await keyboard.press(page.getByRole("button", { name: "Import 180 guests" }));
    await page.getByRole("heading", { name: "180 guests are on your list" }).waitFor();
    await keyboard.did("POST /events/{}/guests/import");
    await expectAccessible(page);
    const { items } = await fixture.api<{ items: Guest[] }>("GET", `/events/${fixture.eventId}/guests?limit=200`);
    expect(items).toHaveLength(181);
    const byName = new Map(items.map((guest) => [guest.name, guest]));
    expect(byName.get("Gast 21")).toMatchObject({
      email: "mended@example.com",
      tags: ["Familie", "Band"],
      table: "Ü 1",
    });
    expect(byName.get("Gast 61")).toMatchObject({ email: "gast-60@example.com", phone: null });
    await keyboard.press(page.getByRole("link", { name: "Invite them now" }));
    await page.waitForURL(/\/send$/);
    expectClean(tab, setup.service);
  });

  it("shows what tells a row apart from its namesakes on the list and in the file", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 1 });
    const { page, fixture } = tab;
    const path = `/events/${fixture.eventId}`;
    const add = (guest: object) => fixture.api("POST", `${path}/guests`, guest);
    await add({ name: "Anna Weiß", table: "7", phone: "+4915112345678", companions: [{ name: "Tom" }] });
    await add({ name: "Ada", email: "ada@known.example" });
    await add({ name: "Clara Groß", companions: [{ name: "Anna Weiss" }] });
    await openScreen(page, `${path}/import`, "Import guests");
    await give(page, "Name,Email,Table\nBen Koch,,3\nAnna Weiss,,9\nKoch Ben,,4\nAugusta,ADA@known.example,\n");
    const row = (number: number) => page.getByRole("listitem").filter({ hasText: `Row ${number}` });
    const linesOf = (number: number) => row(number).getByRole("listitem").allTextContents();
    await row(3).getByText("Anna Weiss", { exact: true }).waitFor();
    expect(await linesOf(3)).toEqual([
      "On your list: Anna Weiß · table 7 · with Tom · phone ends in 678",
      "On your list: Anna Weiss, with Clara Groß · No email or phone",
    ]);
    expect(await linesOf(4)).toEqual(["Row 2: Ben Koch · table 3 · No email or phone"]);
    await page.getByRole("button", { name: "already there" }).click();
    expect(await linesOf(5)).toEqual(["On your list: Ada · ada@known.example"]);
    await expectAccessible(page);
    expectClean(tab, setup.service);
  });

  it("imports thousands of guests in parts, stops on request, and continues after a network error", {
    tags: "rounds",
    timeout: TEST_TIMEOUT_MS,
  }, async ({ annotate }) => {
    const tab = await hostAtConsole(setup, { guests: 0 });
    const { page, fixture } = tab;
    const many = some(2_000, 5_000);
    const written = many.toLocaleString("en-GB");
    const lines = Array.from({ length: many }, (_, index) => `Guest ${index + 1},guest-${index}@many.example.com`);
    await openScreen(page, `/events/${fixture.eventId}/import`, "Import guests");
    await give(page, ["Name,Email", ...lines].join("\n"));
    await page
      .getByRole("status")
      .filter({ hasText: `We understood ${written} of ${written} guests` })
      .waitFor();
    expect(await page.locator(".import-row").count()).toBeLessThanOrEqual(60);

    // Each part waits for the test, and the fourth one finds no network.
    let parts = 0;
    const held: (() => void)[] = [];
    await page.route(/\/guests\/import/, async (route) => {
      parts++;
      if (parts === 4) return route.abort("internetdisconnected");
      await new Promise<void>((next) => held.push(next));
      return route.continue();
    });
    const letOn = () => eventually(() => expect(held.shift()?.()).toBeUndefined());
    const waitFor = (done: string) => page.getByRole("progressbar", { name: `${done} of ${written} rows` }).waitFor();
    await page.getByRole("button", { name: `Import ${written} guests` }).click();
    await waitFor("0");
    await eventually(() => expect(held).toHaveLength(1));
    await letOn();
    await waitFor("500");
    await eventually(() => expect(held).toHaveLength(1));
    await page.getByRole("button", { name: "Stop" }).click();
    await letOn();
    await page.getByRole("heading", { name: "The import has stopped" }).waitFor();
    await waitFor("1,000");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Go on" }).click();
    await eventually(() => expect(held).toHaveLength(1));
    await letOn();
    await waitFor("1,500");
    // The client retries a lost request automatically, and a part that was sent twice counts once.
    for (let part = 4; part <= many / PART; part++) {
      await eventually(() => expect(held.length).toBeGreaterThan(0));
      await letOn();
    }
    await page.getByRole("heading", { name: `${written} guests are on your list` }).waitFor();
    await annotate(`${written} guests in ${parts} requests, one of them lost`);
    const counts = await fixture.api<{ guests: number }>("GET", `/events/${fixture.eventId}/guests/counts`);
    expect(counts.guests).toBe(many);
    expectClean(
      { ...tab, pageErrors: tab.pageErrors.filter((error) => !error.includes("ERR_INTERNET")) },
      setup.service,
    );
  });

  it("rejects unreadable files, reads a pasted list without a header, and shows plan limits", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const tab = await hostAtConsole(setup, { guests: 0 });
    const { page, fixture } = tab;
    await setup.service.sql(
      "delete from subscriptions where user_id = (select id from users where email_key = ?)",
      fixture.host.email,
    );
    await openScreen(page, `/events/${fixture.eventId}/import`, "Import guests");
    await give(page, randomBytes(5 * MEBIBYTE));
    await page
      .getByRole("alert")
      .getByText(/not a text file|NUL/)
      .waitFor();
    await give(page, "x".repeat(5 * MEBIBYTE + 1));
    await page.getByRole("alert").getByText("This file has 6 MiB. We can read up to 5 MiB").waitFor();
    // One line of a million words takes a busy machine a while.
    await give(page, "word ".repeat(MEBIBYTE));
    await page
      .getByRole("alert")
      .or(page.getByRole("heading", { name: "Which column has the names?" }))
      .first()
      .waitFor();
    await openScreen(page, `/events/${fixture.eventId}/import`, "Import guests");
    await give(page, `PK\u0003\u0004${"x".repeat(100)}`, "guests.xlsx");
    await page
      .getByRole("alert")
      .getByText(/Excel workbook/)
      .waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Or paste a list" }).click();
    const people = Array.from({ length: 60 }, (_, index) => `Person ${index + 1}\tp-${index}@example.com`);
    await page.getByLabel("Your list").fill(people.join("\n"));
    await page.getByRole("button", { name: "Read the list" }).click();
    await page.getByRole("heading", { name: "Which column has the names?" }).waitFor();
    await page.getByRole("button", { name: "There's no header row" }).click();
    const choose = async (column: string, field: string) => {
      await page.getByRole("button", { name: new RegExp(column) }).click();
      await page.getByRole("option", { name: field, exact: true }).click();
    };
    await choose("Column 1", "Name");
    await page.getByRole("status").filter({ hasText: "We understood 60 of 60 guests" }).waitFor();
    await page.getByText("1 are read, 1 ignored").click();
    await choose("Column 2", "Email");
    await page.getByText("p-0@example.com").first().waitFor();

    // The free plan has room for fewer.
    await page.getByRole("button", { name: "Import 60 guests" }).click();
    await page.getByRole("link", { name: "See plans" }).waitFor();
    await page.getByRole("button", { name: "Back to the rows" }).click();
    await page.getByRole("status").filter({ hasText: "We understood 60 of 60 guests" }).waitFor();
    expectClean(tab, setup.service);
  });
});
