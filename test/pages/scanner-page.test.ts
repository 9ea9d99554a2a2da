import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab, type Tab } from "../../testkit/browser.ts";
import { call, type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { turnOff, turnOn } from "../support/node/controls.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";
import { dismiss, doorCodesOf, listIsSaved, openBehindRelay, scan } from "../support/node/scanner.ts";

const TEST_TIMEOUT_MS = 120_000;
/** The page's delay before it retries. */
const RETRY_MS = 5_000;

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

const codesOf = (fixture: E2eFixture) => doorCodesOf(service, fixture);

async function ticketUrlOf(fixture: E2eFixture): Promise<string> {
  const { url } = await fixture.api<{ url: string }>("POST", `/events/${fixture.eventId}/scanner-ticket`);
  return url;
}

async function openDoor(fixture: E2eFixture): Promise<Tab> {
  const tab = await openTab(browser);
  await tab.page.goto(await ticketUrlOf(fixture));
  await tab.page.locator("#counter strong").waitFor();
  return tab;
}

/** Opens a scanner that has the guest list and can lose its network. */
async function openDoorBehindRelay(fixture: E2eFixture) {
  const tab = await openBehindRelay(browser, service, await ticketUrlOf(fixture));
  await listIsSaved(tab.page);
  return tab;
}

interface CheckIns {
  items: { guest_id: string; guest: { name: string } }[];
  summary: { guests_checked_in: number };
}
const checkInsOf = (fixture: E2eFixture) =>
  fixture.api<CheckIns>("GET", `/events/${fixture.eventId}/check-ins?limit=200`);

describe("GET /scan without a network", () => {
  it(
    "stores 20 scans through a reload and sends each once, including a duplicate: GET /scan-offline.js",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 19 });
      const codes = await codesOf(fixture);
      const scans = [...codes.slice(0, 12), codes[3] ?? "", ...codes.slice(12)];
      expect(scans).toHaveLength(20);
      const { page, pageErrors, goOffline, goOnline } = await openDoorBehindRelay(fixture);
      await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
      const sent: string[] = [];
      page.on("requestfinished", (request) => {
        if (request.url().endsWith("/check-in")) sent.push(request.postDataJSON().nonce);
      });

      await goOffline();
      for (const code of scans.slice(0, 10)) {
        await scan(page, code);
        await dismiss(page);
      }
      await page.reload();
      await expect.poll(() => page.locator("#waiting-list li").count()).toBe(10);
      for (const code of scans.slice(10)) {
        await scan(page, code);
        await dismiss(page);
      }
      await page.getByText("Offline · 20 scanned on this phone, not sent yet").waitFor();
      expect((await checkInsOf(fixture)).items).toEqual([]);

      await goOnline();
      const sentScans = (tone: string) => page.locator(`#waiting-list li[data-tone=${tone}]`);
      await expect.poll(() => sentScans("waiting").count()).toBe(0);
      expect(await sentScans("green").count()).toBe(19);
      expect(await sentScans("red").allTextContents()).toEqual([
        expect.stringMatching(/Already checked in.*Daniel Okafor\. Checked in at/),
      ]);

      const { items, summary } = await checkInsOf(fixture);
      expect(new Set(items.map(({ guest_id }) => guest_id))).toEqual(new Set(fixture.guests.map(({ id }) => id)));
      expect(summary.guests_checked_in).toBe(19);
      // `requestfinished` may come after the page has handled the response.
      await expect.poll(() => sent.length).toBe(20);
      expect(new Set(sent).size).toBe(20);
      const isNetworkError = (text: string) => /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/.test(text);
      expect(pageErrors.filter((text) => !isNetworkError(text))).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "records each walk-in once, even if a response is lost",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { page, goOffline, goOnline } = await openDoorBehindRelay(fixture);
      await page.clock.install();
      const walkIn = async (name: string) => {
        await page.getByRole("button", { name: "Walk-in" }).click();
        await page.getByLabel("Name", { exact: true }).fill(name);
        await page.getByLabel("Name", { exact: true }).press("Enter");
        await page.locator("#verdict.amber").getByText("You're offline").waitFor();
        await dismiss(page);
      };
      let lost = 0;
      await page.route("**/walk-ins", async (route) => {
        if (lost++ > 0) return route.continue();
        await route.fetch();
        await route.abort("connectionreset");
      });
      await walkIn("Ada Uninvited");
      await page.clock.fastForward(RETRY_MS);
      await page.locator("#waiting-list li[data-tone=green]").waitFor();
      await goOffline();
      await walkIn("Grace Uninvited");
      await walkIn("Grace Uninvited");
      await goOnline();
      await expect.poll(() => page.locator("#waiting-list li[data-tone=green]").count()).toBe(3);
      const { items } = await checkInsOf(fixture);
      expect(items.map(({ guest }) => guest.name).sort()).toEqual([
        "Ada Uninvited",
        "Grace Uninvited",
        "Grace Uninvited",
      ]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "does not report a guest as already checked in if only the response was lost",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const { page } = await openDoor(fixture);
      await listIsSaved(page);
      await page.clock.install();
      let lost = 0;
      await page.route("**/check-in", async (route) => {
        if (lost++ > 0) return route.continue();
        // The service checks the guest in, and the response is lost.
        await route.fetch();
        await route.abort("connectionreset");
      });
      await scan(page, code);
      await page.locator("#verdict.green").getByText("This syncs when you're back online").waitFor();
      await page.clock.fastForward(RETRY_MS);
      await page.locator("#waiting-list li[data-tone=green]").waitFor();
      expect((await checkInsOf(fixture)).items).toHaveLength(1);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "warns if this phone has already scanned the code",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const { page, goOffline } = await openDoorBehindRelay(fixture);
      await goOffline();
      await scan(page, code);
      await dismiss(page);
      await scan(page, code);
      await page.locator("#verdict.red").getByText("Already scanned on this phone at").waitFor();
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows that its link has expired, and sends pending scans after a new link",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 2 });
      const [first = "", second = ""] = await codesOf(fixture);
      const { page, network, goOffline, goOnline } = await openDoorBehindRelay(fixture);
      await goOffline();
      await scan(page, first);
      await dismiss(page);
      const ended = { error: "unauthenticated", detail: "Send a valid access token: `Authorization: Bearer …`." };
      await page.route("**/check-in", (route) => route.fulfill({ status: 401, json: ended }));
      await goOnline();
      await page.getByText("1 scanned on this phone, not sent yet").waitFor();
      await expect
        .poll(async () => {
          await scan(page, second);
          return page.locator("#verdict h2").textContent();
        })
        .toBe("Scanner link expired");
      await page.unroute("**/check-in");

      const { url } = await fixture.api<{ url: string }>("POST", `/events/${fixture.eventId}/scanner-ticket`);
      await page.goto(url.replace(service.url, network.url));
      await expect.poll(async () => (await checkInsOf(fixture)).summary.guests_checked_in).toBe(2);
    },
    TEST_TIMEOUT_MS,
  );
});

/** Holds back the phone's local store, until the test calls `releaseStore`. */
const STORE_THAT_WAITS = `{
  const open = IDBFactory.prototype.open;
  const released = new Promise((resolve) => { window.releaseStore = resolve; });
  IDBFactory.prototype.open = function (...names) {
    const request = open.apply(this, names);
    Object.defineProperty(request, "onsuccess", {
      set(handler) {
        window.isStoreAwaited = true;
        request.addEventListener("success", (event) => released.then(() => handler.call(request, event)));
      },
    });
    return request;
  };
}`;

describe("GET /scan before the phone's store has opened", () => {
  it(
    "keeps a code that is typed, and checks the guest in once the store is open",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const { page, pageErrors } = await openTab(browser);
      await page.addInitScript(STORE_THAT_WAITS);
      await page.goto(await ticketUrlOf(fixture));
      await page.waitForFunction("window.isStoreAwaited");
      const field = page.getByLabel("Barcode scanner");
      await field.fill(code);
      await field.press("Enter");
      await expect.poll(() => field.inputValue()).toBe("");
      expect((await checkInsOf(fixture)).items).toEqual([]);
      await page.evaluate("window.releaseStore()");
      await page.locator("#verdict.green").getByText("1 person").waitFor();
      expect((await checkInsOf(fixture)).items).toMatchObject([{ guest_id: fixture.guests[0]?.id }]);
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});

describe("GET /scan", () => {
  it(
    "checks a guest in once, and then shows when and by whom",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const { page, pageErrors } = await openDoor(fixture);
      await scan(page, code);
      await page.locator("#verdict.green").getByText("1 person").waitFor();
      await dismiss(page);
      await scan(page, code);
      await page
        .locator("#verdict.red")
        .getByText(/Ada Lindqvist\. Checked in at .* by Robin Marsh \(1 person\)/)
        .waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "keeps the symbol on the screen, and breaks between words, for a guest and a table with long names",
    async () => {
      const fixture = await makeE2eFixture(service);
      const table = "The long table by the window, next to the band";
      const path = `/events/${fixture.eventId}/guests/${fixture.guests[0]?.id}`;
      await fixture.api("PATCH", path, { name: "Maximiliana ".repeat(16).trim(), table });
      const [code = ""] = await codesOf(fixture);
      const { page } = await openDoor(fixture);
      await scan(page, code);
      await page
        .locator("#verdict.green h2")
        .getByText(/^Maximiliana .*…$/)
        .waitFor();
      const sign = await page.locator("#verdict .sign").boundingBox();
      expect(sign?.y).toBeGreaterThan(0);
      expect(await page.locator("#verdict p").textContent()).toContain(table);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows the table, tags and party, and adds people who arrive later",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [guest] = fixture.guests;
      const noted = { table: "7", tags: ["VIP", "vegan"] };
      await fixture.api("PATCH", `/events/${fixture.eventId}/guests/${guest?.id}`, noted);
      const token = guest?.link.split("/i/")[1];
      const answer = { token, response: "attending", plus_ones: 3 };
      const { check_in } = await call<{ check_in: { qr_token: string } }>(service, "10.2.9.7", "POST", "/rsvp", answer);
      const { page, pageErrors } = await openDoor(fixture);
      await page.getByRole("heading", { name: /^Check-in · ./ }).waitFor();
      await turnOn(page.getByLabel("Ask for party size first"));
      await scan(page, check_in.qr_token);
      await page.getByText("4 people expected").waitFor();
      await page.getByRole("button", { name: "One fewer" }).click({ clickCount: 3 });
      await page.getByRole("button", { name: "Check in", exact: true }).click();
      await page.locator("#verdict.green").getByText("1 person, 3 more expected · Table\u00a07 · VIP, vegan").waitFor();
      await dismiss(page);
      await turnOff(page.getByLabel("Ask for party size first"));
      await scan(page, check_in.qr_token);
      const verdict = page.locator("#verdict.amber");
      await verdict.getByText("3 more expected").waitFor();
      await verdict.getByRole("button", { name: "One fewer" }).click();
      await verdict.getByRole("button", { name: "2 more have arrived" }).click();
      await page.locator("#verdict.green").getByText("Party of 3, 1 more expected").waitFor();
      await page.locator("#counter").getByText("3 of 4 expected are in").waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "asks for a decision before it checks in a guest who has declined",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const token = fixture.guests[0]?.link.split("/i/")[1] ?? "";
      await call(service, "10.2.9.9", "PATCH", `/rsvp/${token}`, { response: "declined" });
      const { page } = await openDoor(fixture);
      await scan(page, code);
      const verdict = page.locator("#verdict.amber");
      await verdict.getByRole("heading", { name: "Ada Lindqvist" }).waitFor();
      expect((await checkInsOf(fixture)).items).toEqual([]);
      await verdict.getByRole("button", { name: "Check in anyway" }).click();
      await page.locator("#verdict.green").waitFor();
      expect((await checkInsOf(fixture)).items).toHaveLength(1);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "rejects any text that is not a door code, whatever its length",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { page } = await openDoor(fixture);
      for (const text of ["hello", "<img src=x onerror=alert(1)>", "x".repeat(5_000)]) {
        await scan(page, text);
        await page.locator("#verdict.red").getByText("Not an event pass").waitFor();
        await dismiss(page);
      }
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "asks for the party size if that option is on",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const { page } = await openDoor(fixture);
      await turnOn(page.getByLabel("Ask for party size first"));
      await scan(page, code);
      await page.getByRole("button", { name: "One more" }).click();
      await page.getByRole("button", { name: "Check in", exact: true }).click();
      await page.locator("#verdict.green").getByText("Party of 2").waitFor();
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "finds a guest by name and adds a walk-in by keyboard",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 2 });
      const { page } = await openDoor(fixture);
      await page.getByRole("button", { name: "By name" }).press("Enter");
      await page.getByLabel("Name on the list").fill("benedikt");
      await page.getByLabel("Name on the list").press("Enter");
      await page.getByRole("button", { name: "Check in Benedikt Osei" }).press("Enter");
      // The panel moves the focus to its first button.
      await page.keyboard.press("Enter");
      await page.locator("#verdict.green").waitFor();
      await dismiss(page);

      await page.getByRole("button", { name: "Walk-in" }).press("Enter");
      await page.getByLabel("Name", { exact: true }).fill("Zoë <b>Uninvited</b>");
      await page.getByLabel("How many people").fill("3");
      await page.getByLabel("How many people").press("Enter");
      await page.locator("#verdict.green").getByRole("heading", { name: "Zoë <b>Uninvited</b>" }).waitFor();
      expect((await checkInsOf(fixture)).items).toHaveLength(2);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "counts expected people and walk-ins separately, and marks its own scans without a network",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 3 });
      const [code = ""] = await codesOf(fixture);
      const walkIn = { name: "Grace", arrival_count: 2 };
      await fixture.api("POST", `/events/${fixture.eventId}/walk-ins`, walkIn);
      const { page, pageErrors, goOffline, goOnline } = await openDoorBehindRelay(fixture);
      const counter = page.locator("#counter");
      await counter.getByText("0 of 3 expected are in, and 2 walk\u2011ins").waitFor();
      await goOffline();
      await scan(page, code);
      await dismiss(page);
      await page.getByText("Offline · 1 scanned on this phone, not sent yet").waitFor();
      await counter.getByText("0 of 3 expected are in, and 2 walk\u2011ins").waitFor();
      await goOnline();
      await counter.getByText("1 of 3 expected are in, and 2 walk\u2011ins").waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "finds a party by a companion, with its standing, online and offline alike",
    async () => {
      const fixture = await makeE2eFixture(service);
      await codesOf(fixture);
      const clara = { name: "Clara Weiß", table: "7", phone: "+4915112345678", companions: [{ name: "Ben Koch" }] };
      await fixture.api("POST", `/events/${fixture.eventId}/guests`, clara);
      const { page, goOffline } = await openDoorBehindRelay(fixture);
      await page.getByRole("button", { name: "By name" }).click();
      const rowOf = async (name: string) => {
        await page.getByLabel("Name on the list").fill("");
        await page.locator("#matches").evaluate((list) => list.replaceChildren());
        await page.getByLabel("Name on the list").fill(name);
        await page.getByLabel("Name on the list").press("Enter");
        const row = page.locator("#matches li").first();
        await row.waitFor();
        const tag = row.locator(".tag");
        return [await row.locator("strong").textContent(), await tag.textContent(), await tag.getAttribute("class")];
      };
      const ben = ["Ben Koch, with Clara Weiß", "not invited", "tag neutral"];
      const ada = ["Ada Lindqvist", "coming", "tag green"];
      expect([await rowOf("ada"), await rowOf("ben")]).toEqual([ada, ben]);
      await page.getByText("Table\u00a07 · with Ben Koch · phone ends in 678").waitFor();
      await goOffline();
      expect([await rowOf("ben"), await rowOf("ada")]).toEqual([ben, ada]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "asks whether a walk-in is someone on the list, online and offline",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 2 });
      const { page, pageErrors, goOffline, goOnline } = await openDoorBehindRelay(fixture);
      const walkIn = async (name: string) => {
        await page.getByRole("button", { name: "Walk-in" }).click();
        await page.getByLabel("Name", { exact: true }).fill(name);
        await page.getByLabel("Name", { exact: true }).press("Enter");
      };
      const question = page.locator("#verdict.amber");
      await goOffline();
      await walkIn("lindqvist, ADA");
      await question.getByRole("heading", { name: "Is this Ada Lindqvist, who is on the list?" }).waitFor();
      await question.getByRole("button", { name: "Check in" }).click();
      // The guest of the list: asks for the headcount, and keeps no walk-in.
      await page.locator("#verdict.ask").getByRole("button", { name: "Check in" }).click();
      await page.locator("#verdict.green").getByRole("heading", { name: "Ada Lindqvist" }).waitFor();
      await dismiss(page);
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
      await goOnline();
      await expect.poll(async () => (await checkInsOf(fixture)).items.length).toBe(1);

      // A guest whom only the service knows yet: its answer asks.
      await fixture.api("POST", `/events/${fixture.eventId}/guests`, { name: "Jürgen Groß" });
      await walkIn("Juergen Gross");
      await question.getByRole("heading", { name: "Is this Jürgen Groß, who is on the list?" }).waitFor();
      await question.getByRole("button", { name: "No, add a walk-in" }).click();
      await page.locator("#verdict.green").getByRole("heading", { name: "Juergen Gross" }).waitFor();
      await dismiss(page);
      const { items } = await checkInsOf(fixture);
      expect(items.map(({ guest }) => guest.name)).toEqual(["Juergen Gross", "Ada Lindqvist"]);
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows that the ticket is missing or has expired",
    async () => {
      const { page } = await openTab(browser);
      await page.goto(`${service.url}/scan`);
      await page.getByText("Open this page with a scanner link").waitFor();
      expect(await page.getByRole("button", { name: "Start scanning" }).isVisible()).toBe(false);
      const forged = `x.${Buffer.from(JSON.stringify({ eventId: "01890000-0000-7000-8000-000000000000" })).toString("base64url")}.x`;
      await page.goto(`${service.url}/scan?again#${forged}`);
      await page.getByText("This scanner link has expired").waitFor();
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "says that the reply of a pass was undone",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const ids = [fixture.eventId, fixture.guests[0]?.id ?? ""] as const;
      await service.sql(
        `insert into reply_networks (event_id, id, network, first_at, last_at, replies, status)
         values (?, 'office', '203.0.113.7/32', 1, 1, 10, 'undone')`,
        fixture.eventId,
      );
      await service.sql(
        `insert into undone_replies (event_id, guest_id, network_id, requested_at, requested_by, replied_at, outcome, done_at)
         select id, ?2, 'office', 1, host_id, 1, 'deleted', 1 from events where id = ?1`,
        ...ids,
      );
      await service.sql("delete from rsvps where event_id = ? and guest_id = ?", ...ids);
      const { page, pageErrors } = await openDoor(fixture);
      await scan(page, code);
      await page
        .locator("#verdict.amber")
        .getByText("Reply undone: the host thinks it wasn't from this guest.")
        .waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "offers a phone only its rights, and shows that the host has ended its access",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [code = ""] = await codesOf(fixture);
      const token = fixture.guests[0]?.link.split("/i/")[1] ?? "";
      await call(service, "10.2.9.8", "PATCH", `/rsvp/${token}`, { response: "declined" });
      await fixture.api("PATCH", `/events/${fixture.eventId}`, {
        event_date: new Date(Date.now() + 3_600_000).toISOString(),
      });
      const devices = `/events/${fixture.eventId}/door-devices`;
      const body = { name: "Side entrance", rights: ["scan"] };
      const device = await fixture.api<{ id: string; url: string }>("POST", devices, body);
      const { page, pageErrors } = await openTab(browser);
      await page.goto(device.url);
      await page.locator("#counter strong").waitFor();
      expect(await page.getByRole("button", { name: "Walk-in" }).isVisible()).toBe(false);
      await scan(page, code);
      await page.locator("#verdict.amber").getByText("Replied “can't make it”.").waitFor();
      expect(await page.getByRole("button", { name: "Check in anyway" }).count()).toBe(0);
      await page.locator("#verdict button").click();
      await fixture.api("DELETE", `${devices}/${device.id}`);
      await scan(page, code);
      await page.locator("#verdict.red").getByRole("heading", { name: "Scanner link expired" }).waitFor();
      await page.locator("#ticket-error").getByText("Ask the host for a new one").waitFor();

      const walksIn = await fixture.api<{ url: string }>("POST", devices, { name: "Desk", rights: ["walk_in"] });
      await page.goto(walksIn.url);
      await page.locator("[data-panel=walk-in]").waitFor();
      expect(await page.getByRole("button", { name: "Scan", exact: true }).isVisible()).toBe(false);
      await page.getByLabel("Name", { exact: true }).fill("Ada Walker");
      await page.getByRole("button", { name: "Check in", exact: true }).click();
      await page.locator("#verdict.green").waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows from when a link works that was opened too early",
    async () => {
      const fixture = await makeE2eFixture(service);
      await fixture.api("PATCH", `/events/${fixture.eventId}`, {
        event_date: new Date(Date.now() + 48 * 3_600_000).toISOString(),
      });
      const body = { name: "Side entrance", rights: ["scan"] };
      const { url } = await fixture.api<{ url: string }>("POST", `/events/${fixture.eventId}/door-devices`, body);
      const { page } = await openTab(browser);
      await page.goto(url);
      await page.locator("#ticket-error").getByText("This scanner link works from").waitFor();
    },
    TEST_TIMEOUT_MS,
  );
});
