import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { call, type E2eFixture, makeE2eFixture, signUpVerified } from "../../testkit/e2e-fixture.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { eventually } from "../support/eventually.ts";
import { RENDERINGS, violationsIn } from "../support/node/axe.ts";
import { turnOn } from "../support/node/controls.ts";
import { START_TIMEOUT_MS, useE2eSetup } from "../support/node/e2e-setup.ts";
import { openRequestsOf, untilIdle } from "../support/node/idle-page.ts";

const TEST_TIMEOUT_MS = 120_000;
/** Budget in bytes for the compressed HTML, style and script of the invitation. */
const INVITATION_BYTES = 40 * 1024;
/** Budget in bytes for a page's uncompressed script. */
const SCRIPT_BYTES = 60 * 1024;
/** One language of each kind. `test/service/languages.test.ts` tests the HTML of the others without a browser. */
const LOCALES = ["en", "ar", "ja"];

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

function firstGuest(fixture: E2eFixture) {
  const [guest] = fixture.guests;
  if (guest === undefined) throw new Error("the fixture has no guest");
  return guest;
}

interface Log {
  kind: string;
  guest_id: string;
  fingerprint: Record<string, string>;
}
const logsOf = async (fixture: E2eFixture) =>
  (await fixture.api<{ items: Log[] }>("GET", `/events/${fixture.eventId}/access-logs`)).items;

/** Names the first guest's companion, and adds a required question for each person. */
async function askHousehold(fixture: E2eFixture): Promise<void> {
  const event = `/events/${fixture.eventId}`;
  await fixture.api("PATCH", event, { companion_names: "required" });
  await fixture.api("PATCH", `${event}/guests/${firstGuest(fixture).id}`, { companions: [{ name: "Ben" }] });
  const meal = { label: "Your meal?", kind: "choice", options: ["Fish", "Vegan"], required: true, scope: "person" };
  await fixture.api("PUT", `${event}/questions`, { items: [meal] });
}

/** Waitlists the first guest for more people than there are seats, and offers the seats anyway. */
async function offerSeat(fixture: E2eFixture, answer: () => Promise<void>): Promise<void> {
  const event = `/events/${fixture.eventId}`;
  await fixture.api("PATCH", event, { capacity: 1, waitlist: true });
  await answer();
  await fixture.api("POST", `${event}/guests/${firstGuest(fixture).id}/offer`, { force: true });
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    if (await page.locator(`${selector}:focus`).count()) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

describe("GET /i/{token}", () => {
  it(
    "shows, submits and edits an RSVP without JavaScript: POST /i/{token}, POST /i/{token}/edit-link",
    async () => {
      const fixture = await makeE2eFixture(service, { partySize: 2 });
      const { page, requests } = await openTab(browser, { javaScriptEnabled: false });
      await page.goto(firstGuest(fixture).link);
      await page.getByRole("heading", { name: "Orangery Supper" }).waitFor();
      expect(await page.getByLabel("How many people are you bringing?").locator("option").allTextContents()).toEqual([
        "Just me",
        "1 guest",
      ]);
      await turnOn(page.getByLabel("Yes, I'll be there"));
      await page.getByLabel("How many people are you bringing?").selectOption("1");
      await page.getByRole("button", { name: "Send RSVP" }).click();
      await page.getByRole("heading", { name: "You're going" }).waitFor();
      await page.locator("#door-code").waitFor();
      await page.getByText("Change your RSVP").click();
      await turnOn(page.getByLabel("Sorry, I can't make it"));
      await page.getByRole("button", { name: "Update RSVP" }).click();
      await page.getByRole("heading", { name: "You can't make it" }).waitFor();
      await page.getByText("Change your RSVP").click();
      const [guest] = (await fixture.api<{ items: { rsvp: object }[] }>("GET", `/events/${fixture.eventId}/guests`))
        .items;
      expect(guest?.rsvp).toMatchObject({ response: "declined", plus_ones: 0, edit_count: 1 });
      expect(requests.filter((url) => url.endsWith(".js"))).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "passes axe and fits a phone in left-to-right, right-to-left and wide scripts",
    async () => {
      const fixture = await makeE2eFixture(service, { partySize: 2 });
      const { link, id } = firstGuest(fixture);
      const { page, pageErrors } = await openTab(browser);
      const found: Record<string, unknown> = {};
      for (const locale of LOCALES) {
        await fixture.api("PATCH", `/events/${fixture.eventId}/guests/${id}`, { locale });
        await page.goto(link);
        expect(await page.locator("html").getAttribute("lang")).toBe(locale);
        found[locale] = {
          violations: await violationsIn(page),
          overflow: await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
        };
      }
      const none = { violations: [], overflow: 0 };
      expect(found).toEqual(Object.fromEntries(LOCALES.map((locale) => [locale, none])));
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it.each([true, false])(
    "asks for companions' names and each person's answers, with JavaScript: %s",
    async (javaScriptEnabled) => {
      const fixture = await makeE2eFixture(service, { partySize: 4 });
      await askHousehold(fixture);
      const { page, pageErrors } = await openTab(browser, { javaScriptEnabled });
      await page.goto(`${firstGuest(fixture).link}?answer=attending`);
      const send = page.getByRole("button", { name: "Send RSVP" });
      const dora = page.getByRole("group", { name: "Guest 1" });
      expect(await dora.isVisible()).toBe(false);
      await turnOn(page.getByRole("group", { name: "Your meal?" }).first().getByLabel("Fish"));
      await turnOn(page.getByRole("group", { name: "Is Ben coming?" }).getByLabel("Coming", { exact: true }));
      await page.getByLabel("Is anyone else coming with you?").selectOption("1 guest");
      await dora.getByLabel("Name").fill("Dora");
      if (!javaScriptEnabled) {
        // Without scripts, the service reports the missing answers and focuses the form.
        await send.click();
        await page.getByRole("alert").waitFor();
        await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("rsvp");
        expect(await dora.getByLabel("Name").inputValue()).toBe("Dora");
      } else {
        await send.click();
        expect(await page.locator(":invalid[type=radio]").count()).toBeGreaterThan(0);
      }
      await turnOn(page.getByRole("group", { name: "About Ben" }).getByLabel("Vegan"));
      await turnOn(dora.getByLabel("Fish"));
      await send.click();
      await page.getByText("You, Ben and Dora.").waitFor();
      await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("pass");
      await page.getByText("Ben: Vegan").waitFor();
      await page.locator("#door-code").waitFor();

      await page.getByText("Change your RSVP").click();
      await turnOn(page.getByRole("group", { name: "Is Ben coming?" }).getByLabel("Not coming"));
      expect(await page.getByRole("group", { name: "About Ben" }).isVisible()).toBe(false);
      await page.getByRole("button", { name: "Update RSVP" }).click();
      await page.getByText("You and Dora.").waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "submits an RSVP and accepts an offered seat by keyboard",
    async () => {
      const fixture = await makeE2eFixture(service, { partySize: 3 });
      const { page, pageErrors } = await openTab(browser);
      await offerSeat(fixture, async () => {
        await page.goto(firstGuest(fixture).link);
        await tabTo(page, "input[name=response]");
        await page.keyboard.press("Space");
        await tabTo(page, "select[name=plus_ones]");
        await page.keyboard.type("1 guest");
        await tabTo(page, "button[type=submit]");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "You're on the waitlist" }).waitFor();
        await page.getByText("You + 1 guest.").waitFor();
      });
      await page.reload();
      await page.getByRole("heading", { name: "A seat has opened up for you" }).waitFor();
      await tabTo(page, "button[name=accept][value=yes]");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "You're going" }).waitFor();
      await page.locator("#door-code").waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "logs one access per view, and one attempt with the fingerprint per RSVP",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { page, pageErrors } = await openTab(browser, { timezoneId: "America/New_York" });
      await page.goto(firstGuest(fixture).link);
      await page.getByText("Your time: ").waitFor();
      const ownTime = (await page.locator("#own-time").textContent()) ?? "";
      expect(ownTime).toMatch(/^Your time: \w+ \d+\u00a0\w+, \d\d:\d\d\u2060–\u2060\d\d:\d\d$/);
      expect((await logsOf(fixture)).map(({ kind }) => kind)).toEqual(["access"]);
      await turnOn(page.getByLabel("Yes, I'll be there"));
      await page.getByRole("button", { name: "Send RSVP" }).click();
      await page.locator("#door-code").waitFor();
      const logs = await logsOf(fixture);
      expect(logs.map(({ kind }) => kind)).toEqual(["rsvp", "access"]);
      expect(logs[0]?.fingerprint).toMatchObject({ timezone: "America/New_York" });
      // A reload is another access, and does not submit the RSVP again.
      await page.reload();
      await page.getByRole("heading", { name: "You're going" }).waitFor();
      expect((await logsOf(fixture)).map(({ kind }) => kind)).toEqual(["access", "rsvp", "access"]);
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it.each([true, false])(
    "submits the response of an email's link with one key press, with JavaScript: %s",
    async (javaScriptEnabled) => {
      const fixture = await makeE2eFixture(service, { partySize: 1 });
      const { page, pageErrors } = await openTab(browser, { javaScriptEnabled, viewport: { width: 360, height: 640 } });
      await page.goto(`${firstGuest(fixture).link}?answer=attending&utm_source=mail`);
      await expect.poll(() => page.locator("button.wide:focus").count()).toBe(1);
      expect(await page.getByLabel("Yes, I'll be there").isChecked()).toBe(true);
      expect(await page.evaluate("scrollY")).toBe(0);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "You're going" }).waitFor();
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "emails a link that lets another device see and change the RSVP",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { link, email } = firstGuest(fixture);
      const token = link.split("/i/")[1];
      await call(service, "10.3.1.1", "POST", "/rsvp", { token, response: "maybe", plus_ones: 0 });
      const { page, pageErrors } = await openTab(browser);
      await page.goto(link);
      await page.getByRole("heading", { name: "You've already replied" }).waitFor();
      expect(await page.getByText("You've said maybe").count()).toBe(0);
      await page.getByRole("button", { name: "Email me a link" }).click();
      await page.getByText("g•••@e•••.com").waitFor();

      await page.goto(await linkFromMail(service, email, /\/i\/\S+\?edit=/));
      await page.getByRole("heading", { name: "You've said maybe" }).waitFor();
      await turnOn(page.getByLabel("Yes, I'll be there"));
      await page.getByRole("button", { name: "Update RSVP" }).click();
      await page.locator("#door-code").waitFor();
      expect(await page.getByText("Change your RSVP").count()).toBe(1);
      // Verified after the response.
      await eventually(async () => {
        await page.goto(link);
        expect(await page.locator("#door-code").count()).toBe(1);
      });
      expect(pageErrors).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows API errors as a page with the API's status",
    async () => {
      const fixture = await makeE2eFixture(service, { partySize: 2 });
      const { link } = firstGuest(fixture);
      const send = async (fields: Record<string, string>) => {
        const answer = await fetch(link, { method: "POST", body: new URLSearchParams(fields) });
        return [answer.status, await answer.text()] as const;
      };
      const answer = { intent: "submit", response: "attending", plus_ones: "1" };
      expect(await send({ ...answer, plus_ones: "5" })).toEqual([
        400,
        expect.stringContaining("You can bring 1 guest."),
      ]);
      expect(await send({ ...answer, response: "perhaps" })).toEqual([400, expect.stringContaining("<h1>")]);
      expect(await send({ intent: "edit", response: "declined" })).toEqual([404, expect.stringContaining("<h1>")]);
      expect((await send(answer))[0]).toBe(200);
      // The first response was lost. A repeated form succeeds.
      expect(await send(answer)).toEqual([200, expect.stringContaining("<title>Thanks")]);
      const other = { intent: "submit", response: "declined" };
      expect(await send(other)).toEqual([409, expect.stringContaining("already replied")]);
      const gone = await fetch(`${service.url}/i/${"A".repeat(43)}`);
      expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining("This invitation link doesn")]);
      const tooLarge = await fetch(link, { method: "POST", body: new URLSearchParams({ x: "y".repeat(300_000) }) });
      expect(tooLarge.status).toBe(413);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows that an access is blocked, and nothing about the event",
    async () => {
      // Without a score in time no guest is blocked; the test then tries another guest.
      const { fixture, answer } = await eventually(
        async () => {
          const fixture = await makeE2eFixture(service, { name: "A secret supper" });
          await fixture.api("PUT", `/events/${fixture.eventId}/security/thresholds`, { medium: 1, high: 2, block: 3 });
          const answer = await fetch(firstGuest(fixture).link, { headers: { "User-Agent": "python-requests/2.32" } });
          expect(answer.status).toBe(403);
          return { fixture, answer };
        },
        { everyMs: 500 },
      );
      const html = await answer.text();
      expect(html).toContain("We need to check it");
      expect(html).not.toContain("secret supper");
      expect((await logsOf(fixture)).map(({ kind }) => kind)).toEqual(["access"]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows after too many requests when to try again",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { link } = firstGuest(fixture);
      // Sends groups until one request is limited: a request passes if its limiter responds too late.
      const answers: Response[] = [];
      const limited = await eventually(async () => {
        answers.push(...(await Promise.all(Array.from({ length: 20 }, () => fetch(link)))));
        const found = answers.filter(({ status }) => status === 429);
        expect(found.length).toBeGreaterThan(0);
        return found;
      });
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60);
      expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await limited[0]?.text()).toContain("Too many tries");
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "paints from one response of this origin, within its size budget",
    async () => {
      const fixture = await makeE2eFixture(service);
      const { page, requests } = await openTab(browser);
      const bodies: Promise<Buffer>[] = [];
      page.on("response", (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
      openRequestsOf(page);
      await page.goto(firstGuest(fixture).link);
      await untilIdle(page);
      expect(requests.every((url) => url.startsWith(`${service.url}/`))).toBe(true);
      const total = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
      console.log(`invitation: ${total} bytes gzipped, ${requests.length} requests`);
      expect(total).toBeGreaterThan(2_000);
      expect(total).toBeLessThan(INVITATION_BYTES);

      const alone = await openTab(browser);
      await alone.page.route("**/*", (route) =>
        route.request().resourceType() === "document" ? route.continue() : route.abort(),
      );
      await alone.page.goto(firstGuest(fixture).link);
      const painted = "performance.getEntriesByName('first-contentful-paint').length";
      await expect.poll(() => alone.page.evaluate(painted)).toBe(1);
    },
    TEST_TIMEOUT_MS,
  );
});

describe("branding of an event", () => {
  it(
    "sets the page's colour and font, and keeps all text readable",
    async () => {
      const fixture = await makeE2eFixture(service);
      // A colour with little contrast on white. `themes.unit.test.ts` computes the contrast of any colour.
      await fixture.api("PUT", `/events/${fixture.eventId}/branding`, { primary_color: "#ffee00", font: "Garamond" });
      const { page } = await openTab(browser);
      await page.goto(firstGuest(fixture).link);
      const style = "getComputedStyle(document.documentElement).getPropertyValue('--brand-primary')";
      expect(await page.evaluate(style)).toBe("#ffee00");
      expect(await page.evaluate("getComputedStyle(document.body).fontFamily")).toContain("Garamond");
      expect(await violationsIn(page, { renderings: RENDERINGS, rules: ["color-contrast"] })).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});

/** Opens each page in the tested state. */
const PAGES: Record<string, (page: Page, fixture: E2eFixture) => Promise<void>> = {
  async invitation(page, fixture) {
    await page.goto(firstGuest(fixture).link);
  },
  async "answered invitation"(page, fixture) {
    await page.goto(fixture.guests[1]?.link ?? "");
    if (await page.getByText("Will you be there?").isVisible()) {
      await turnOn(page.getByLabel("Yes, I'll be there"));
      await page.getByRole("button", { name: "Send RSVP" }).click();
    }
    await page.getByText("Change your RSVP").click();
  },
  async "invitation of a household"(page, fixture) {
    await askHousehold(fixture);
    await page.goto(`${firstGuest(fixture).link}?answer=attending`);
    await turnOn(page.getByRole("group", { name: "Is Ben coming?" }).getByLabel("Coming", { exact: true }));
    await page.getByLabel("Is anyone else coming with you?").selectOption("1 guest");
    await page.evaluate("for (const form of document.forms) form.noValidate = true");
    await page.getByRole("button", { name: "Send RSVP" }).click();
    await page.getByRole("alert").waitFor();
  },
  async "invitation with an offered seat"(page) {
    const fixture = await makeE2eFixture(service);
    await offerSeat(fixture, async () => {
      await page.goto(`${firstGuest(fixture).link}?answer=attending`);
      await page.getByLabel("How many people are you bringing?").selectOption("1");
      await page.getByRole("button", { name: "Send RSVP" }).click();
      await page.getByText("You're on the waitlist").waitFor();
    });
    await page.reload();
    await page.getByText("A seat has opened up for you").waitFor();
  },
  async "invitation of a cancelled event"(page) {
    const fixture = await makeE2eFixture(service);
    await fixture.api("POST", `/events/${fixture.eventId}/cancel`, { message: "It has flooded.", notify: false });
    await page.goto(firstGuest(fixture).link);
    await page.getByText("It has flooded.").waitFor();
  },
  async "nothing here"(page) {
    await page.goto(`${service.url}/i/nothing`);
  },
  async scanner(page, fixture) {
    await openScanner(page, fixture);
  },
  async "scanner with a verdict"(page, fixture) {
    await openScanner(page, fixture);
    await page.getByLabel("Barcode scanner").fill("no code");
    await page.getByLabel("Barcode scanner").press("Enter");
    await page.locator("#verdict.red").waitFor();
  },
  async "scanner with names"(page, fixture) {
    await openScanner(page, fixture);
    await page.getByRole("button", { name: "By name" }).click();
    await page.getByLabel("Name on the list").fill("a");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("button", { name: "Check in Ada Lindqvist" }).click();
    await page.locator("#verdict.ask").waitFor();
  },
  async "scanner with a check-in to undo"(page) {
    const fixture = await makeE2eFixture(service);
    await openScanner(page, fixture);
    await page.getByRole("button", { name: "By name" }).click();
    await page.getByLabel("Name on the list").fill("a");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("button", { name: "Check in Ada Lindqvist" }).click();
    await page.getByRole("button", { name: "Check in", exact: true }).click();
    await page.locator("#verdict").getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Undo the check-in of Ada Lindqvist" }).waitFor();
  },
  async "sign-up"(page) {
    await page.goto(`${service.url}/signup`);
  },
  async "refused sign-up"(page) {
    await page.goto(`${service.url}/signup`);
    await page.getByLabel("Your name").fill("Grace");
    await page.getByLabel("Email").fill("grace@example.com");
    await page.getByLabel("Password").fill("password123");
    await page.getByRole("button").click();
    await page.getByRole("alert").waitFor();
  },
  async "verified address"(page) {
    await page.goto(await accountLink(/\/verify-email\?token=\S+/));
  },
  async "forgotten password"(page) {
    await page.goto(`${service.url}/forgot-password`);
  },
  async "new password"(page) {
    await page.goto(await accountLink(/\/reset-password\?token=\S+/));
  },
  async "incomplete link"(page) {
    await page.goto(`${service.url}/reset-password?token=x`);
  },
  async invite(page, fixture) {
    await page.goto(await inviteTo(fixture));
  },
};

async function openScanner(page: Page, fixture: E2eFixture): Promise<void> {
  const { url } = await fixture.api<{ url: string }>("POST", `/events/${fixture.eventId}/scanner-ticket`);
  await page.goto(url);
  await page.locator("#counter strong").waitFor();
}

let signedUp = 0;
/** The link in an email to a new account. */
async function accountLink(link: RegExp): Promise<string> {
  const account = { email: `new-${++signedUp}@example.com`, password: "a moth in relay seventy", name: "Grace" };
  await call(service, `10.4.4.${signedUp}`, "POST", "/auth/signup", account);
  if (link.source.includes("reset"))
    await call(service, "10.4.4.1", "POST", "/auth/forgot-password", { email: account.email });
  return linkFromMail(service, account.email, link);
}

let invited = 0;
async function inviteTo(fixture: E2eFixture, email = `colleague-${++invited}@example.com`): Promise<string> {
  await fixture.api("POST", `/events/${fixture.eventId}/collaborators`, { email, role: "editor" });
  return linkFromMail(service, email, /\/invites\/\S+/);
}

describe("each page", () => {
  let fixture: E2eFixture;
  beforeAll(async () => {
    fixture = await makeE2eFixture(service, { guests: 2 });
  }, START_TIMEOUT_MS);

  it.each(Object.keys(PAGES))(
    "passes axe, light and dark, on a phone and a desktop: %s",
    async (name) => {
      const { page, pageErrors } = await openTab(browser);
      await PAGES[name]?.(page, fixture);
      expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);
      expect(pageErrors).toEqual([]);
      await page.context().close();
    },
    TEST_TIMEOUT_MS,
  );

  it("allows only its own scripts, resources and frames", async () => {
    for (const path of [new URL(firstGuest(fixture).link).pathname, "/scan", "/signup"]) {
      const [first, second] = await Promise.all([fetch(service.url + path), fetch(service.url + path)]);
      const policy = first.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("report-to csp");
      expect(first.headers.get("reporting-endpoints")).toBe('csp="/policy-reports"');
      expect(policy).not.toContain("unsafe");
      expect(policy).not.toMatch(/https?:/);
      expect(policy).not.toBe(second.headers.get("content-security-policy"));
      expect(first.headers.get("referrer-policy")).toBe("no-referrer");
      expect(first.headers.get("cache-control")).toBe("private, no-store");
      const html = await first.text();
      expect(html).not.toMatch(/ (style|on[a-z]+)=/);
    }
  });

  it.each(["invitation", "pass-offline", "scan", "scan-camera", "scan-offline", "proof"])(
    "serves %s.js small and with an ETag",
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

  it("returns 404 for an unknown script: GET /assets/{file}", async () => {
    expect((await fetch(`${service.url}/assets/nothing.js`)).status).toBe(404);
  });
});

describe("account page: POST /verify-email, GET /forgot-password, POST /forgot-password, GET /reset-password, POST /reset-password, POST /invites/{token}/join", () => {
  it(
    "creates an account, verifies it and resets its password without JavaScript: GET /signup",
    async () => {
      const { page } = await openTab(browser, { javaScriptEnabled: false });
      const email = "grace.first@example.com";
      await page.goto(`${service.url}/signup`);
      await page.getByLabel("Your name").fill("Grace Hopper");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill("nanoseconds of wire");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();

      await page.goto(await linkFromMail(service, email, /\/verify-email\?token=\S+/));
      await page.getByLabel("Your password").fill("nanoseconds of wire");
      await page.getByRole("button", { name: "Confirm email" }).click();
      await page.getByRole("heading", { name: "Email confirmed" }).waitFor();

      await page.goto(`${service.url}/forgot-password`);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Email me a link" }).click();
      await page.goto(await linkFromMail(service, email, /\/reset-password\?token=\S+/));
      await page.getByLabel("New password").fill("password123");
      await page.getByRole("button", { name: "Save password" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByLabel("New password").fill("a moth in relay seventy");
      await page.getByRole("button", { name: "Save password" }).click();
      await page.getByRole("heading", { name: "Password changed" }).waitFor();
      await call(service, "10.3.2.1", "POST", "/auth/login", { email, password: "a moth in relay seventy" });
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "joins an event by its invite, whose URL returns JSON to API clients: POST /signup, GET /verify-email",
    async () => {
      const fixture = await makeE2eFixture(service);
      const colleague = { email: "joan.clarke@example.com", password: "banburismus by night" };
      await signUpVerified(service, "10.3.3.1", { ...colleague, name: "Joan Clarke" });
      const link = await inviteTo(fixture, colleague.email);
      const plain = await fetch(link, { headers: { Accept: "application/json" } });
      expect(await plain.json()).toMatchObject({ role: "editor", invited_email: colleague.email });
      expect(plain.headers.get("vary")).toContain("Accept");

      const { page } = await openTab(browser, { javaScriptEnabled: false });
      await page.goto(link);
      await page.getByText("invited you to co-host as an editor").waitFor();
      const join = async (password: string) => {
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Sign in and accept" }).click();
      };
      await join("not the password");
      await page.getByRole("alert").getByText("Email or password is incorrect").waitFor();
      await join(colleague.password);
      await page.getByRole("heading", { name: "Welcome" }).waitFor();
      await page.goto(link);
      await page.getByRole("heading", { name: "This has ended" }).waitFor();
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "accepts a rate-limited form again after a proof, and shows the wait without scripts",
    async () => {
      const address = ownAddress();
      const headers = { "CF-Connecting-IP": address };
      // Repeats until a request is limited: one passes if its limiter responds too late.
      await eventually(async () => {
        const body = new URLSearchParams({ email: `${crypto.randomUUID()}@example.com` });
        expect((await fetch(`${service.url}/forgot-password`, { method: "POST", headers, body })).status).toBe(429);
      });
      const send = async (page: Page) => {
        await page.getByLabel("Email").fill("somebody@example.com");
        await page.getByRole("button", { name: "Email me a link" }).click();
      };
      const plain = await openTab(browser, { extraHTTPHeaders: headers, javaScriptEnabled: false });
      await plain.page.goto(`${service.url}/forgot-password`);
      await send(plain.page);
      await plain.page.getByText("Please try again in about").waitFor();
      expect(await plain.page.getByText("robot").isVisible()).toBe(false);
      await plain.page.context().close();

      const { page, pageErrors } = await openTab(browser, { extraHTTPHeaders: headers });
      await page.goto(`${service.url}/forgot-password`);
      await send(page);
      await page.getByRole("link", { name: "Try again" }).waitFor();
      expect(await page.getByText("Please try again in").isVisible()).toBe(false);
      await page.getByRole("link", { name: "Try again" }).click();
      await send(page);
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      expect(pageErrors).toEqual([]);
      await page.context().close();
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shares one limit for passwords between the invite form and the API",
    async () => {
      const fixture = await makeE2eFixture(service);
      const link = await inviteTo(fixture);
      const body = new URLSearchParams({ email: fixture.host.email, password: "wrong" });
      const headers = { "CF-Connecting-IP": "10.3.4.1" };
      const byApi = { ...headers, "Content-Type": "application/json" };
      const wrong = JSON.stringify({ email: fixture.host.email, password: "wrong" });
      const login = async () =>
        (await fetch(`${service.url}/auth/login`, { method: "POST", headers: byApi, body: wrong })).status;
      expect(await login()).toBe(401);
      // Repeats until a request is limited: one passes if its limiter responds too late.
      const statuses: number[] = [];
      await eventually(async () => {
        statuses.push((await fetch(`${link}/join`, { method: "POST", headers, body })).status);
        expect(statuses.at(-1)).toBe(429);
      });
      expect(new Set(statuses)).toEqual(new Set([400, 429]));
      // The form's attempts count for the API, which itself was called only four times.
      expect([await login(), await login(), await login()]).toContain(429);
    },
    TEST_TIMEOUT_MS,
  );
});
