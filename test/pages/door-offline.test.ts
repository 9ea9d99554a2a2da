import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { shortCodeIn } from "../support/door-code.ts";
import { violationsIn } from "../support/node/axe.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";
import { dismiss, doorCodesOf, doorJwtsOf, listIsSaved, openBehindRelay, scan } from "../support/node/scanner.ts";

const TEST_TIMEOUT_MS = 180_000;
/** Scans per phone, and the number of guests that both scan. A device may send 60 per minute. */
const SCANS = 50;
const OVERLAP = 20;
/** Four scripts, combining marks and an emoji. */
const NAMES = ["Zoe\u0301 🎉 Nguyễn", "محمَّد الأحمد", "山田 花子", "Пётр Иванов", "Anna Smith"];

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

interface Devices {
  id: string;
  url: string;
}

/** Opens a named device of an event whose door is open, with the guest list on the phone. */
async function openNamedDoor(fixture: E2eFixture, name: string) {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await fixture.api("PATCH", `/events/${fixture.eventId}`, { event_date: inAnHour });
  const body = { name, rights: ["scan", "walk_in", "override"] };
  const device = await fixture.api<Devices>("POST", `/events/${fixture.eventId}/door-devices`, body);
  const tab = await openBehindRelay(browser, service, device.url);
  await listIsSaved(tab.page);
  await tab.page.evaluate("navigator.serviceWorker.ready.then(() => null)");
  return { ...tab, device };
}

/** Enters codes in the field for barcode scanners, as fast as the page accepts them. */
async function scanAll(page: Page, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    await page.locator("#code").fill(code);
    await page.locator("#code").press("Enter");
  }
  await expect.poll(() => page.locator("#waiting-list li").count()).toBe(codes.length);
}

/** Reads IndexedDB, local storage and caches as one text. Runs in the page. */
const READ_STORAGE = `(async () => {
  const found = [];
  const readable = (value) => {
    if (value instanceof Uint8Array) return new TextDecoder("latin1").decode(value) + new TextDecoder().decode(value);
    if (Array.isArray(value)) return value.map(readable);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readable(inner)]));
  };
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = await done(database.transaction(store).objectStore(store).getAll());
      found.push(...rows.map((row) => name + "/" + store + " " + JSON.stringify(readable(row))));
    }
    database.close();
  }
  found.push(...Object.entries(localStorage).map(([key, value]) => "local " + key + " " + value));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const response of await cache.matchAll()) found.push("cache " + (await response.text()));
  }
  return found.join("\\n");
})()`;

const storageOf = (page: Page): Promise<string> => page.evaluate<string>(READ_STORAGE);

describe("offline scanner", () => {
  it(
    "merges the scans of two phones: each guest is checked in once, with conflicts named",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 2 * SCANS - OVERLAP });
      // The API's clients show the JWT, the page shows the short code in it.
      const jwts = await doorJwtsOf(service, fixture);
      const codes = jwts.map(shortCodeIn);
      const north = await openNamedDoor(fixture, "North door");
      const south = await openNamedDoor(fixture, "South door");
      await Promise.all([north.goOffline(), south.goOffline()]);
      await Promise.all([scanAll(north.page, jwts.slice(0, SCANS)), scanAll(south.page, codes.slice(-SCANS))]);
      await Promise.all([north.goOnline(), south.goOnline()]);

      const rows = (page: Page, tone: string) => page.locator(`#waiting-list li[data-tone=${tone}]`);
      for (const { page } of [north, south]) await expect.poll(() => rows(page, "waiting").count()).toBe(0);
      const [northIn, southIn] = [await rows(north.page, "green").count(), await rows(south.page, "green").count()];
      const northLate = await rows(north.page, "amber").allTextContents();
      const southLate = await rows(south.page, "amber").allTextContents();
      expect([northIn + northLate.length, southIn + southLate.length]).toEqual([SCANS, SCANS]);
      expect(northLate.length + southLate.length).toBe(OVERLAP);
      for (const text of northLate) expect(text).toMatch(/Also checked in at South door at \d/);
      for (const text of southLate) expect(text).toMatch(/Also checked in at North door at \d/);
      const counted = await Promise.all([north, south].map(({ page }) => page.locator("#conflicts").textContent()));
      const numbers = counted.map((text) => Number(/^\d+/.exec(text ?? "")?.[0] ?? 0));
      expect(numbers).toEqual([northLate.length, southLate.length]);
      const { items } = await fixture.api<{ items: { guest_id: string }[] }>(
        "GET",
        `/events/${fixture.eventId}/check-ins?limit=200`,
      );
      expect(items.map(({ guest_id }) => guest_id).sort()).toEqual(fixture.guests.map(({ id }) => id).sort());
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "decides by its stored list, undoes a check-in, and stores no readable name",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 3 });
      const stranger = await makeE2eFixture(service);
      const [code = "", other = "", late = ""] = await doorCodesOf(service, fixture);
      const [elsewhere = ""] = await doorCodesOf(service, stranger);
      const declines = { response: "declined" };
      const token = fixture.guests[1]?.link.split("/i/")[1] ?? "";
      await fetch(`${service.url}/rsvp/${token}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", "CF-Connecting-IP": "10.2.9.11" },
        body: JSON.stringify(declines),
      });
      for (const name of NAMES) await fixture.api("POST", `/events/${fixture.eventId}/guests`, { name });
      const door = await openNamedDoor(fixture, "North door");
      const { page } = door;
      const verdict = page.locator("#verdict");
      await door.goOffline();

      // A known guest: the pending check-in is undone, and the code scanned again.
      await scan(page, code);
      await page.locator("#verdict.green").getByRole("heading", { name: "Ada Lindqvist" }).waitFor();
      await verdict.getByRole("button", { name: "Undo" }).click();
      await verdict.getByText("Check-in undone.").waitFor();
      await dismiss(page);
      expect(await page.locator("#waiting-list li").count()).toBe(0);
      await scan(page, code);
      await page.locator("#verdict.green").waitFor();
      await dismiss(page);

      // A declined guest and an old code need a decision; another event's code is rejected.
      await scan(page, other);
      await page.locator("#verdict.amber").getByText("Replied “can't make it”.").waitFor();
      await verdict.getByRole("button", { name: "Turn away" }).click();
      await scan(page, elsewhere);
      await page.locator("#verdict.red").getByRole("heading", { name: "Wrong event" }).waitFor();
      await dismiss(page);
      await scan(page, `${late.slice(0, 40)}abc`);
      await page.locator("#verdict.amber").getByText("Old code").waitFor();
      await verdict.getByRole("button", { name: "Turn away" }).click();
      await page.locator("#waiting-list li").getByText("Ada Lindqvist").waitFor();
      expect(await page.locator("#waiting-list li").count()).toBe(1);

      // After a reload, still without a network, names are found by keyboard.
      await page.reload();
      await listIsSaved(page);
      await page.getByRole("button", { name: "By name" }).press("Enter");
      const found = async (query: string) => {
        await page.getByLabel("Name on the list").fill(query);
        await page.getByLabel("Name on the list").press("Enter");
      };
      const searches = ["zoe nguyen", "محمد", "花子", "петр", "ana smit"];
      for (const [index, query] of searches.entries()) {
        await found(query);
        await page
          .locator("#matches")
          .getByText(NAMES[index] ?? "", { exact: true })
          .waitFor();
      }
      await page.getByRole("button", { name: "Check in Anna Smith" }).press("Enter");
      await page.keyboard.press("Enter");
      await page.locator("#verdict.green").getByRole("heading", { name: "Anna Smith" }).waitFor();
      await dismiss(page);

      const stored = await storageOf(page);
      expect(stored).toMatch(/usher\.door\/buckets/);
      expect(stored.match(/^local usher\.scan/gm)).toHaveLength(2);
      const words = [...NAMES, ...fixture.guests.map(({ name }) => name)].flatMap((name) => name.split(" "));
      // Shorter words may be in the page's own script.
      for (const word of words.filter(({ length }) => length > 3)) expect(stored).not.toContain(word);
      expect(stored).not.toContain(code);

      await door.goOnline();
      await expect.poll(() => page.locator("#waiting-list li[data-tone=green]").count()).toBe(2);
      expect(await violationsIn(page)).toEqual([]);

      // The host ends the device: the list is deleted.
      await fixture.api("DELETE", `/events/${fixture.eventId}/door-devices/${door.device.id}`);
      await page.reload();
      await page.locator("#ticket-error").getByText("Ask the host for a new one").waitFor();
      await expect.poll(async () => (await storageOf(page)).includes("usher.door/buckets")).toBe(false);
      await page.getByRole("combobox").selectOption("ar");
      await page.locator("form.language button").click();
      await page.locator("html[lang=ar]").waitFor();
      expect(await violationsIn(page)).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});
