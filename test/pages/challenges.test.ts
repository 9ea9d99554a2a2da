import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { expectAccessible, expectClean, openScreen, signIn } from "../console/support.ts";
import { eventually } from "../support/eventually.ts";
import { violationsIn } from "../support/node/axe.ts";
import { turnOn } from "../support/node/controls.ts";
import { START_TIMEOUT_MS, useE2eSetup } from "../support/node/e2e-setup.ts";
import { guestAt, IN_APP, pass, SAFARI, sayYes } from "./guest-visits.ts";

const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36";
/** Budget in bytes for the compressed HTML of a guest page. */
const PAGE_BYTES = 12 * 1024;

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

/** Lowers the event's thresholds, so that any unusual access is blocked. */
async function makeStrict({ eventId }: E2eFixture): Promise<void> {
  await service.sql(
    "update events set fraud_medium_threshold = 1, fraud_high_threshold = 2, fraud_block_threshold = 3 where id = ?",
    eventId,
  );
}

const check = (page: Page) => page.getByRole("heading", { name: "We need to check it's you" });

/** Opens a link until it is blocked: without a score in time, every guest gets access. */
async function openDoubted(page: Page, link: string): Promise<void> {
  await eventually(
    async () => {
      await page.goto(link);
      expect(await check(page).count()).toBe(1);
    },
    { everyMs: 1_000 },
  );
}

/** Returns the newest code that was sent to an address or a number, once at least `count` were sent. */
function sentCode(to: string, channel: "mails" | "texts" = "mails", count = 1): Promise<string> {
  return eventually(async () => {
    const read = async <Body>(path: string) => (await (await fetch(`${service.mailsUrl}${path}`)).json()) as Body;
    const query = `?to=${encodeURIComponent(to)}`;
    const { items } = await read<{ items: { id: string; subject?: string; body?: string }[] }>(
      `/api/${channel}${query}`,
    );
    const codes = items.filter(({ subject, body }) => (subject ?? body ?? "").includes("our code for"));
    expect(codes.length).toBeGreaterThanOrEqual(count);
    const newest = codes[0];
    const text = newest?.body ?? (await read<{ text: string }>(`/api/mails/${newest?.id}`)).text;
    const [, first = "", second = ""] = /(?:^|\n)(\d{3}) ?(\d{3})\b/.exec(text) ?? [];
    return first + second;
  });
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Alters a letter inside a link's token. The last letter has unused bits, so changing it might leave the token equal. */
function withOtherLetter(link: string): string {
  return `${link.slice(0, -10)}${link.at(-10) === "A" ? "B" : "A"}${link.slice(-9)}`;
}

describe("POST /i/{token}/challenge and /challenge/verify: POST /i/{token}/challenge/verify, GET /i/{token}/challenge, GET /i/{token}/challenge/verify", () => {
  it(
    "admits a blocked guest with an emailed code, without scripts and after wrong codes",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 2 });
      const [ada, ben] = [guestAt(fixture, 0), guestAt(fixture, 1)];
      const phone = await openTab(browser, { userAgent: SAFARI });
      await sayYes(phone.page, ada.link);
      await sayYes((await openTab(browser, { userAgent: SAFARI })).page, ben.link);
      await makeStrict(fixture);

      const laptop = await openTab(browser, { userAgent: DESKTOP, javaScriptEnabled: false });
      const { page } = laptop;
      await openDoubted(page, `${ada.link}?answer=maybe`);
      expect(gzipSync(await page.content()).length).toBeLessThan(PAGE_BYTES);
      expect(await page.content()).not.toContain("Orangery");
      await page.getByRole("button", { name: "Email a code to g•••@e•••.com" }).click();
      await page.getByRole("heading", { name: "Enter your code" }).waitFor();
      const field = page.getByLabel("Code", { exact: true });
      expect(await field.getAttribute("inputmode")).toBe("numeric");
      expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
      const code = await sentCode(ada.email);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      await typeCode(page, wrong);
      await page.getByText("That's not the code. Please check it and try again: 4 tries left.").waitFor();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      await typeCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
      await pass(page).waitFor();
      expect(new URL(page.url()).search).toBe("?answer=maybe");
      await page.goto(ada.link);
      await pass(page).waitFor();

      // Five wrong attempts invalidate a code; the next email has a new one.
      const stranger = await openTab(browser, { userAgent: DESKTOP });
      await openDoubted(stranger.page, ben.link);
      await stranger.page.getByRole("button", { name: /^Email a code/ }).click();
      const first = await sentCode(ben.email);
      for (let tries = 1; tries <= 5; tries++) {
        await typeCode(stranger.page, String((Number(first) + tries) % 1_000_000).padStart(6, "0"));
      }
      await stranger.page.getByText("it can't be used any more").waitFor();
      await typeCode(stranger.page, first);
      await stranger.page.getByText("Too many wrong codes. Please ask for a new one.").waitFor();
      expect(await violationsIn(stranger.page)).toEqual([]);
      await stranger.page.getByRole("button", { name: "Send another code" }).click();
      await stranger.page.getByText("We've emailed you a code").waitFor();
      await typeCode(stranger.page, await sentCode(ben.email, "mails", 2));
      await pass(stranger.page).waitFor();

      const isPrivate = await openTab(browser, { userAgent: DESKTOP });
      await openDoubted(isPrivate.page, ben.link);
      expect(await violationsIn(isPrivate.page)).toEqual([]);
      expect([...stranger.pageErrors, ...isPrivate.pageErrors]).toEqual([]);
    },
    START_TIMEOUT_MS,
  );

  it(
    "shows the RSVP on another device after two clicks and a code, at the event's defaults",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 1 });
      const ada = guestAt(fixture, 0);
      await sayYes((await openTab(browser, { userAgent: SAFARI })).page, ada.link);

      const { page, pageErrors } = await openTab(browser, { userAgent: DESKTOP });
      await page.addInitScript({
        content: `addEventListener("click", () => { sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1; });`,
      });
      await page.goto(ada.link);
      await page.getByRole("heading", { name: "You've already replied" }).waitFor();
      expect(await pass(page).count()).toBe(0);
      await page.getByRole("button", { name: "Email a code to g•••@e•••.com" }).click();
      await page.getByRole("heading", { name: "Enter your code" }).waitFor();
      // The field has the focus.
      await page.keyboard.type(await sentCode(ada.email));
      await page.getByRole("button", { name: "Continue" }).click();
      await pass(page).waitFor();
      expect(await page.evaluate("sessionStorage.clicks")).toBe("2");
      await page.goto(ada.link);
      await pass(page).waitFor();
      expect(pageErrors).toEqual([]);
    },
    START_TIMEOUT_MS,
  );

  it(
    "admits a guest with only a phone by text message, also without cookies",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 2 });
      const [ada, ben] = [guestAt(fixture, 0), guestAt(fixture, 1)];
      const phone = "+4915112345678";
      const pathOfBen = `/events/${fixture.eventId}/guests/${ben.id}`;
      await fixture.api("PATCH", pathOfBen, { email: null, phone });

      // A phone without cookies: the form with the code carries the RSVP. The host asks for the code, because a score may come too
      // late to ask for it.
      const cookieless = await openTab(browser, { userAgent: SAFARI });
      await cookieless.page.goto(ben.link);
      await turnOn(cookieless.page.getByLabel("Yes, I'll be there"));
      await fixture.api("PATCH", pathOfBen, { ask_for_code: true });
      await cookieless.page.context().clearCookies();
      await cookieless.page.getByRole("button", { name: "Send RSVP" }).click();
      await cookieless.page.getByRole("button", { name: "Text a code to +49•••78" }).click();
      await cookieless.page.context().clearCookies();
      await typeCode(cookieless.page, await sentCode(phone, "texts"));
      await pass(cookieless.page).waitFor();

      await makeStrict(fixture);
      const inApp = await openTab(browser, { userAgent: IN_APP });
      await openDoubted(inApp.page, ada.link);
      await inApp.page.getByRole("button", { name: /^Email a code/ }).click();
      await typeCode(inApp.page, await sentCode(ada.email));
      await turnOn(inApp.page.getByLabel("Yes, I'll be there"));
      await inApp.page.getByRole("button", { name: "Send RSVP" }).click();
      await pass(inApp.page).waitFor();
      const safari = await openTab(browser, { userAgent: SAFARI });
      await eventually(async () => {
        await safari.page.goto(ada.link);
        const heading = safari.page.getByRole("heading", { name: /You've already replied|We need to check it's you/ });
        expect(await heading.count()).toBe(1);
      });
      await safari.page.getByRole("button", { name: /^Email a code/ }).click();
      await typeCode(safari.page, await sentCode(ada.email, "mails", 2));
      await pass(safari.page).waitFor();
      await safari.page.getByText("Change your RSVP").first().waitFor();
    },
    START_TIMEOUT_MS,
  );
});

describe("POST /i/{token}/ask-host", () => {
  it(
    "asks the host from the page of a blocked guest without contact, without scripts",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 1 });
      const ada = guestAt(fixture, 0);
      await sayYes((await openTab(browser, { userAgent: SAFARI })).page, ada.link);
      await fixture.api("PATCH", `/events/${fixture.eventId}/guests/${ada.id}`, { email: null });
      await makeStrict(fixture);

      const { page, pageErrors } = await openTab(browser, { userAgent: DESKTOP, javaScriptEnabled: false });
      await openDoubted(page, ada.link);
      await page.getByText("We can't send you a code, but you can ask your host").waitFor();
      await page.getByRole("button", { name: "Ask your host" }).click();
      await page.getByRole("heading", { name: "We've asked your host" }).waitFor();
      const path = `/events/${fixture.eventId}/access-logs`;
      const { items } = await fixture.api<{ items: { id: string }[] }>("GET", `${path}?asked=true`);
      await fixture.api("POST", `${path}/${items[0]?.id}/feedback`, { verdict: "legitimate" });
      await page.getByRole("link", { name: "Back to the invitation" }).click();
      await pass(page).waitFor();

      const scripted = await openTab(browser, { userAgent: IN_APP });
      await openDoubted(scripted.page, ada.link);
      expect(await violationsIn(scripted.page)).toEqual([]);
      expect([...pageErrors, ...scripted.pageErrors]).toEqual([]);
    },
    START_TIMEOUT_MS,
  );
});

describe("GET and POST /not-me/{token}", () => {
  it(
    "asks once, undoes the access, sends a new link, and shows the report to the host",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 1 });
      const ada = guestAt(fixture, 0);
      const stranger = await openTab(browser, { userAgent: DESKTOP });
      await sayYes(stranger.page, ada.link);
      const report = await linkFromMail(service, ada.email, /\/not-me\//);

      const guest = await openTab(browser, { userAgent: SAFARI });
      await guest.page.goto(report);
      await guest.page.getByRole("heading", { name: "Wasn't this you?" }).waitFor();
      expect(await violationsIn(guest.page)).toEqual([]);
      await guest.page.getByRole("button", { name: "It wasn't me" }).click();
      await guest.page.getByRole("heading", { name: "Thanks for telling us" }).waitFor();
      await guest.page.goto(report);
      await guest.page.getByRole("heading", { name: "Already done" }).waitFor();
      await guest.page.goto(withOtherLetter(report));
      await guest.page.getByRole("heading", { name: "This link is incomplete" }).waitFor();
      await stranger.page.goto(ada.link);
      await stranger.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
      const renewed = await linkFromMail(service, ada.email, new RegExp(`/i/(?!${ada.link.split("/i/")[1]})`));
      await guest.page.goto(renewed);
      await guest.page.getByLabel("Yes, I'll be there").waitFor();

      const tab = await openTab(browser, { baseURL: service.url, viewport: { width: 1280, height: 900 } });
      await signIn(tab.page, fixture.host);
      await openScreen(tab.page, `/events/${fixture.eventId}/guests/${ada.id}`, "Ada Lindqvist");
      await tab.page.getByText("Said someone else used the link").waitFor();
      await openScreen(tab.page, `/events/${fixture.eventId}/safety`, "Safety");
      await tab.page.getByLabel("When anything looks unusual").press("Space");
      await tab.page.getByRole("button", { name: "Save when to ask for a code" }).press("Enter");
      await tab.page.getByText("Saved. It applies from the next access.").waitFor();
      await expectAccessible(tab.page);
      expect(await fixture.api("GET", `/events/${fixture.eventId}`)).toMatchObject({ step_up_from: "high" });
      expectClean(tab, service);
    },
    START_TIMEOUT_MS,
  );
});
