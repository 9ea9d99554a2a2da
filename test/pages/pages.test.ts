import { gzipSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { call, type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { eventually } from "../support/eventually.ts";
import { STARTS_WITHIN_MS, useE2eSetup } from "../support/node/e2e-setup.ts";

const VISIT_MS = 120_000;
/** For what comes by itself, on a machine with two cores. */
const WAIT = { timeout: 30_000 };
/** HTML, style and script of the invitation, as they travel. */
const INVITATION_BYTES = 40 * 1024;
/** Any page's script, as it is before it travels. */
const SCRIPT_BYTES = 60 * 1024;
/** How a page may be looked at. */
const LOOKS = [
  { colorScheme: "light", viewport: { width: 390, height: 844 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
] as const;

let service: RunningService;
let browser: Browser;

useE2eSetup((stage) => ({ service, browser } = stage));

function firstGuest(party: E2eFixture) {
  const [guest] = party.guests;
  if (guest === undefined) throw new Error("the party has no guest");
  return guest;
}

/**
 * What axe-core finds in a page, however it is looked at: each fault with what it is about. Our pages have no frames, so
 * that it need not put together what it found in several.
 * @param rules all but what is named; left out: every rule
 */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
    faults.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    );
  }
  return faults;
}

interface Log {
  kind: string;
  guest_id: string;
  fingerprint: Record<string, string>;
}
const logsOf = async (party: E2eFixture) =>
  (await party.api<{ items: Log[] }>("GET", `/events/${party.eventId}/access-logs`)).items;

describe("the invitation", () => {
  it(
    "is opened, answered and changed without JavaScript",
    async () => {
      const party = await makeE2eFixture(service, { partySize: 2 });
      const { page, requests } = await openTab(browser, { javaScriptEnabled: false });
      await page.goto(firstGuest(party).link);
      await page.getByRole("heading", { name: "Orangery Supper" }).waitFor();
      expect(await page.getByLabel("Who comes with you?").locator("option").allTextContents()).toEqual([
        "Nobody else",
        "One person",
      ]);
      await page.getByLabel("Yes, with pleasure").check();
      await page.getByLabel("Who comes with you?").selectOption("1");
      await page.getByRole("button", { name: "Send my answer" }).click();
      await page.getByRole("heading", { name: "You are coming" }).waitFor();
      await page.locator("#door-code").waitFor();
      await page.getByText("Change your answer").click();
      await page.getByLabel("Sorry, I cannot").check();
      await page.getByRole("button", { name: "Send the change" }).click();
      await page.getByRole("heading", { name: "You cannot come" }).waitFor();
      await page.getByText("Change your answer").click();
      await page.getByText("You can change it 4 more times.").waitFor();
      const [guest] = (await party.api<{ items: { rsvp: object }[] }>("GET", `/events/${party.eventId}/guests`)).items;
      expect(guest?.rsvp).toMatchObject({ response: "declined", plus_ones: 0, edit_count: 1 });
      expect(requests.filter((url) => url.endsWith(".js"))).toEqual([]);
    },
    VISIT_MS,
  );

  it(
    "is one access when it is opened, and one attempt when it is answered, with the device's own note",
    async () => {
      const party = await makeE2eFixture(service);
      const { page, troubles } = await openTab(browser, { timezoneId: "America/New_York" });
      await page.goto(firstGuest(party).link, { waitUntil: "networkidle" });
      await page.getByText("On your clock: ").waitFor();
      expect((await logsOf(party)).map(({ kind }) => kind)).toEqual(["access"]);
      await page.getByLabel("Yes, with pleasure").check();
      await page.getByRole("button", { name: "Send my answer" }).click();
      await page.locator("#door-code").waitFor();
      const logs = await logsOf(party);
      expect(logs.map(({ kind }) => kind)).toEqual(["rsvp", "access"]);
      expect(logs[0]?.fingerprint).toMatchObject({ timezone: "America/New_York" });
      // Loading the answered page again looks again: nothing is sent a second time.
      await page.reload();
      await page.getByRole("heading", { name: "You are coming" }).waitFor();
      expect((await logsOf(party)).map(({ kind }) => kind)).toEqual(["access", "rsvp", "access"]);
      expect(troubles).toEqual([]);
    },
    VISIT_MS,
  );

  it(
    "does not change by being looked at, by whatever program",
    async () => {
      const party = await makeE2eFixture(service);
      const { link } = firstGuest(party);
      for (const method of ["GET", "HEAD"]) {
        const answer = await fetch(`${link}?response=attending`, {
          method,
          headers: { "User-Agent": "LinkScanner/1.0" },
        });
        expect(answer.status).toBe(200);
      }
      const [guest] = (await party.api<{ items: { rsvp: unknown }[] }>("GET", `/events/${party.eventId}/guests`)).items;
      expect(guest?.rsvp).toBeNull();
    },
    VISIT_MS,
  );

  it(
    "mails a link to another device, which shows the answer and allows one change",
    async () => {
      const party = await makeE2eFixture(service);
      const { link, email } = firstGuest(party);
      const token = link.split("/i/")[1];
      await call(service, "10.3.1.1", "POST", "/rsvp", { token, response: "maybe", plus_ones: 0 });
      const { page, troubles } = await openTab(browser);
      await page.goto(link);
      await page.getByRole("heading", { name: "You have answered already" }).waitFor();
      expect(await page.getByText("You may come").count()).toBe(0);
      await page.getByRole("button", { name: "Mail me a link" }).click();
      await page.getByText("g•••@e•••.com").waitFor();

      await page.goto(await linkFromMail(service, email, /\/i\/\S+\?edit=/));
      await page.getByRole("heading", { name: "You may come" }).waitFor();
      await page.getByLabel("Yes, with pleasure").check();
      await page.getByRole("button", { name: "Send the change" }).click();
      await page.locator("#door-code").waitFor();
      expect(await page.getByText("Change your answer").count()).toBe(0);
      expect(troubles).toEqual([]);
    },
    VISIT_MS,
  );

  it(
    "refuses in words, with the status that the API has",
    async () => {
      const party = await makeE2eFixture(service, { partySize: 2 });
      const { link } = firstGuest(party);
      const send = async (fields: Record<string, string>) => {
        const answer = await fetch(link, { method: "POST", body: new URLSearchParams(fields) });
        return [answer.status, await answer.text()] as const;
      };
      const asked = { intent: "submit", response: "attending", plus_ones: "1" };
      expect(await send({ ...asked, plus_ones: "5" })).toEqual([400, expect.stringContaining("is at most 1")]);
      expect(await send({ ...asked, response: "perhaps" })).toEqual([400, expect.stringContaining("<h1>")]);
      expect(await send({ intent: "edit", response: "declined" })).toEqual([404, expect.stringContaining("<h1>")]);
      expect((await send(asked))[0]).toBe(200);
      expect(await send(asked)).toEqual([409, expect.stringContaining("has been answered already")]);
      const gone = await fetch(`${service.url}/i/${"A".repeat(43)}`);
      expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining("Nothing is here")]);
      const tooLarge = await fetch(link, { method: "POST", body: new URLSearchParams({ x: "y".repeat(20_000) }) });
      expect(tooLarge.status).toBe(413);
    },
    VISIT_MS,
  );

  it(
    "says in words that it is blocked, and nothing of the event",
    async () => {
      // An engine that is slow for the moment turns nobody away; then it is tried with another guest.
      const { party, answer } = await eventually(
        async () => {
          const party = await makeE2eFixture(service, { name: "A secret supper" });
          await party.api("PUT", `/events/${party.eventId}/security/thresholds`, { medium: 1, high: 2, block: 3 });
          const answer = await fetch(firstGuest(party).link, { headers: { "User-Agent": "python-requests/2.32" } });
          expect(answer.status).toBe(403);
          return { party, answer };
        },
        { timeoutMs: 60_000, everyMs: 500 },
      );
      const html = await answer.text();
      expect(html).toContain("This is not open to you");
      expect(html).not.toContain("secret supper");
      expect((await logsOf(party)).map(({ kind }) => kind)).toEqual(["access"]);
    },
    VISIT_MS,
  );

  it(
    "says in words that it was opened too often, and when to come again",
    async () => {
      const party = await makeE2eFixture(service);
      const { link } = firstGuest(party);
      // Not all sixty at a time: who counts them lets a guest in rather than have one wait for two seconds.
      const answers: Response[] = [];
      for (const group of [20, 20, 21]) {
        answers.push(...(await Promise.all(Array.from({ length: group }, () => fetch(link)))));
      }
      const limited = answers.filter(({ status }) => status === 429);
      expect(limited).toHaveLength(1);
      expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await limited[0]?.text()).toContain("A little slower, please");
    },
    VISIT_MS,
  );

  it(
    "is painted from one answer of this host, and is small",
    async () => {
      const party = await makeE2eFixture(service);
      const { page, requests } = await openTab(browser);
      const bodies: Promise<Buffer>[] = [];
      page.on("response", (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
      await page.goto(firstGuest(party).link, { waitUntil: "networkidle" });
      expect(requests.every((url) => url.startsWith(`${service.url}/`))).toBe(true);
      const total = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
      console.log(`invitation: ${total} bytes gzipped, ${requests.length} requests`);
      expect(total).toBeGreaterThan(2_000);
      expect(total).toBeLessThan(INVITATION_BYTES);

      const alone = await openTab(browser);
      await alone.page.route("**/*", (route) =>
        route.request().resourceType() === "document" ? route.continue() : route.abort(),
      );
      await alone.page.goto(firstGuest(party).link);
      const painted = "performance.getEntriesByName('first-contentful-paint').length";
      await expect.poll(() => alone.page.evaluate(painted), WAIT).toBe(1);
    },
    VISIT_MS,
  );
});

describe("an event's branding", () => {
  /** Colours that are hard to read on white, on black, and next to themselves. */
  it.each(["#ffee00", "#000000", "#ffffff", "#808080", "#e11d48"])(
    "%s is the page's colour, and everything stays readable",
    async (color) => {
      const party = await makeE2eFixture(service);
      await party.api("PUT", `/events/${party.eventId}/branding`, { primary_color: color, font: "Garamond" });
      const { page } = await openTab(browser);
      await page.goto(firstGuest(party).link);
      const style = "getComputedStyle(document.documentElement).getPropertyValue('--brand-primary')";
      expect(await page.evaluate(style)).toBe(color);
      expect(await page.evaluate("getComputedStyle(document.body).fontFamily")).toContain("Garamond");
      expect(await faultsOf(page, ["color-contrast"])).toEqual([]);
    },
    VISIT_MS,
  );
});

/** Every page, brought to where people see it. */
const PAGES: Record<string, (page: Page, party: E2eFixture) => Promise<void>> = {
  async invitation(page, party) {
    await page.goto(firstGuest(party).link);
  },
  async "answered invitation"(page, party) {
    await page.goto(party.guests[1]?.link ?? "");
    if (await page.getByText("Will you come?").isVisible()) {
      await page.getByLabel("Yes, with pleasure").check();
      await page.getByRole("button", { name: "Send my answer" }).click();
    }
    await page.getByText("Change your answer").click();
  },
  async "nothing here"(page) {
    await page.goto(`${service.url}/i/nothing`);
  },
  async scanner(page, party) {
    await openScanner(page, party);
  },
  async "scanner with a verdict"(page, party) {
    await openScanner(page, party);
    await page.getByLabel("A hand scanner").fill("no code");
    await page.getByLabel("A hand scanner").press("Enter");
    await page.locator("#verdict.red").waitFor();
  },
  async "scanner with names"(page, party) {
    await openScanner(page, party);
    await page.getByRole("button", { name: "By name" }).click();
    await page.getByLabel("Name on the list").fill("a");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("button", { name: "Let in Ada Lindqvist" }).click();
    await page.locator("#verdict.ask").waitFor();
  },
  async "sign-in to the monitor"(page, party) {
    await page.goto(`${service.url}/live/${party.eventId}`);
  },
  async monitor(page, party) {
    await page.goto(`${service.url}/live/${party.eventId}`);
    await signIn(page, party);
    await page.locator("#feed li").first().waitFor();
  },
  async events(page, party) {
    await page.goto(`${service.url}/login`);
    await signIn(page, party);
    await page.locator("#event-list li").waitFor();
  },
  async "sign-up"(page) {
    await page.goto(`${service.url}/signup`);
  },
  async "refused sign-up"(page) {
    await page.goto(`${service.url}/signup`);
    await page.getByLabel("Your name").fill("Grace");
    await page.getByLabel("E-mail address").fill("grace@example.com");
    await page.getByLabel("New password").fill("password123");
    await page.getByRole("button").click();
    await page.getByRole("alert").waitFor();
  },
  async "verified address"(page) {
    await page.goto(`${service.url}/verify-email?token=x`);
  },
  async "forgotten password"(page) {
    await page.goto(`${service.url}/forgot-password`);
  },
  async "new password"(page) {
    await page.goto(`${service.url}/reset-password?token=x`);
  },
  async invite(page, party) {
    await page.goto(await inviteTo(party));
  },
};

async function openScanner(page: Page, party: E2eFixture): Promise<void> {
  const { url } = await party.api<{ url: string }>("POST", `/events/${party.eventId}/scanner-ticket`);
  await page.goto(url);
  await page.locator("#counter strong").waitFor();
}

async function signIn(page: Page, party: E2eFixture): Promise<void> {
  await page.getByLabel("E-mail address").fill(party.host.email);
  await page.getByLabel("Password", { exact: true }).fill(party.host.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

let invited = 0;
async function inviteTo(party: E2eFixture, email = `colleague-${++invited}@example.com`): Promise<string> {
  await party.api("POST", `/events/${party.eventId}/collaborators`, { email, role: "editor" });
  return linkFromMail(service, email, /\/invites\/\S+/);
}

describe("every page", () => {
  let party: E2eFixture;
  beforeAll(async () => {
    party = await makeE2eFixture(service, { guests: 2 });
  }, STARTS_WITHIN_MS);

  it.each(Object.keys(PAGES))(
    "%s: no fault that axe-core finds, light or dark, on a phone or a desk",
    async (name) => {
      const { page, troubles } = await openTab(browser);
      await PAGES[name]?.(page, party);
      expect(await faultsOf(page)).toEqual([]);
      expect(troubles).toEqual([]);
      await page.context().close();
    },
    VISIT_MS,
  );

  it("lets nothing run, load or frame it but what it brings itself", async () => {
    for (const path of [
      new URL(firstGuest(party).link).pathname,
      "/scan",
      `/live/${party.eventId}`,
      "/login",
      "/signup",
    ]) {
      const [first, second] = await Promise.all([fetch(service.url + path), fetch(service.url + path)]);
      const policy = first.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(policy).not.toMatch(/https?:/);
      expect(policy).not.toBe(second.headers.get("content-security-policy"));
      expect(first.headers.get("referrer-policy")).toBe("no-referrer");
      expect(first.headers.get("cache-control")).toBe("private, no-store");
      const html = await first.text();
      expect(html).not.toMatch(/ (style|on[a-z]+)=/);
    }
  });

  it.each(["invitation", "scan", "scan-offline", "live", "account"])(
    "%s.js is small and asked for again",
    async (name) => {
      const script = await fetch(`${service.url}/assets/${name}.js`);
      const { length } = await script.text();
      console.log(`${name}.js: ${length} bytes`);
      expect(length).toBeLessThan(SCRIPT_BYTES);
      expect(length).toBeGreaterThan(100);
      expect(script.headers.get("content-type")).toContain("javascript");
      const again = { headers: { "If-None-Match": script.headers.get("etag") ?? "" } };
      expect((await fetch(`${service.url}/assets/${name}.js`, again)).status).toBe(304);
    },
  );

  it("answers a name that is no script with 404", async () => {
    expect((await fetch(`${service.url}/assets/nothing.js`)).status).toBe(404);
  });
});

describe("an account", () => {
  it(
    "is made, confirmed, forgotten and found again without JavaScript",
    async () => {
      const { page } = await openTab(browser, { javaScriptEnabled: false });
      const email = "grace.first@example.com";
      await page.goto(`${service.url}/signup`);
      await page.getByLabel("Your name").fill("Grace Hopper");
      await page.getByLabel("E-mail address").fill(email);
      await page.getByLabel("New password").fill("nanoseconds of wire");
      await page.getByRole("button", { name: "Create the account" }).click();
      await page.getByRole("heading", { name: "Look at your mails" }).waitFor();

      await page.goto(await linkFromMail(service, email, /\/verify-email\?token=\S+/));
      await page.getByRole("button", { name: "Yes, confirm my address" }).click();
      await page.getByText("Your address is confirmed.").waitFor();

      await page.goto(`${service.url}/forgot-password`);
      await page.getByLabel("E-mail address").fill(email);
      await page.getByRole("button", { name: "Mail me the link" }).click();
      await page.goto(await linkFromMail(service, email, /\/reset-password\?token=\S+/));
      await page.getByLabel("New password").fill("password123");
      await page.getByRole("button", { name: "Use this password" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByLabel("New password").fill("a moth in relay seventy");
      await page.getByRole("button", { name: "Use this password" }).click();
      await page.getByRole("heading", { name: "Done" }).waitFor();
      await call(service, "10.3.2.1", "POST", "/auth/login", { email, password: "a moth in relay seventy" });
    },
    VISIT_MS,
  );

  it(
    "joins an event by its invite, whose address answers JSON to a client that is no browser",
    async () => {
      const party = await makeE2eFixture(service);
      const colleague = { email: "joan.clarke@example.com", password: "banburismus by night" };
      await call(service, "10.3.3.1", "POST", "/auth/signup", { ...colleague, name: "Joan Clarke" });
      const link = await inviteTo(party, colleague.email);
      const plain = await fetch(link, { headers: { Accept: "application/json" } });
      expect(await plain.json()).toMatchObject({ role: "editor", invited_email: colleague.email });
      expect(plain.headers.get("vary")).toContain("Accept");

      const { page } = await openTab(browser, { javaScriptEnabled: false });
      await page.goto(link);
      await page.getByText("asks you to work on this event").waitFor();
      const join = async (password: string) => {
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Sign in and accept" }).click();
      };
      await join("not the password");
      await page.getByRole("alert").getByText("The e-mail address or the password is wrong.").waitFor();
      await join(colleague.password);
      await page.getByRole("heading", { name: "Welcome" }).waitFor();
      await page.goto(link);
      await page.getByRole("heading", { name: "This is over" }).waitFor();
    },
    VISIT_MS,
  );

  it(
    "is guessed at as seldom by the invite's form as by the API",
    async () => {
      const party = await makeE2eFixture(service);
      const link = await inviteTo(party);
      const body = new URLSearchParams({ email: party.host.email, password: "wrong" });
      const statuses: number[] = [];
      for (let tries = 0; tries < 11; tries++) {
        const headers = { "CF-Connecting-IP": "10.3.4.1" };
        statuses.push((await fetch(`${link}/join`, { method: "POST", headers, body })).status);
      }
      // The host's own sign-in was the first of the ten.
      expect(statuses).toEqual([...Array(9).fill(400), 429, 429]);
    },
    VISIT_MS,
  );
});
