import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { expectAccessible, expectClean, openScreen, signIn } from "../console/support.ts";
import { START_TIMEOUT_MS, useE2eSetup } from "../support/node/e2e-setup.ts";
import { guestAt, IN_APP, pass, SAFARI, sayYes } from "./guest-visits.ts";

const COOKIE = "__Secure-usher-device";
const chrome = (version: number) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`;
let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

/** Asserts that the page hides the RSVP from this device. */
async function expectHidden(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("heading", { name: "You've already replied" }).waitFor();
  expect(await pass(page).count()).toBe(0);
}

/** Simulates a browser update: changes the user agent and keeps the cookies. */
async function update(page: Page, userAgent: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setUserAgentOverride", { userAgent });
}

describe("known device of a guest", () => {
  it(
    "keeps its access after an update and on a shared tablet, but not in private windows",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 3 });
      const [ada, ben] = [guestAt(fixture, 0), guestAt(fixture, 1)];

      const phone = await openTab(browser, { userAgent: chrome(142) });
      await sayYes(phone.page, ada.link);
      const [cookie] = await phone.page.context().cookies(ada.link);
      expect(cookie).toMatchObject({ name: COOKIE, secure: true, httpOnly: true, sameSite: "Lax" });
      expect(cookie?.path).toBe(new URL(ada.link).pathname);
      await update(phone.page, chrome(143));
      await phone.page.goto(ada.link);
      await pass(phone.page).waitFor();
      await phone.page.getByText("Change your RSVP").first().waitFor();

      // Another phone, or a private window, has no cookie; an equal user agent is not enough.
      for (const userAgent of [SAFARI, chrome(142), chrome(143)]) {
        await expectHidden((await openTab(browser, { userAgent })).page, ada.link);
      }

      // Two guests' links on one tablet: two cookies, each for its own page.
      const tablet = await openTab(browser, { userAgent: SAFARI, viewport: { width: 820, height: 1180 } });
      await sayYes(tablet.page, ben.link);
      await expectHidden(tablet.page, ada.link);
      const cookies = await tablet.page.context().cookies([ada.link, ben.link]);
      expect(new Set(cookies.map(({ path }) => path)).size).toBe(2);
      expect(new Set(cookies.map(({ value }) => value)).size).toBe(2);
      await tablet.page.goto(ben.link);
      await pass(tablet.page).waitFor();

      // The page links to the stored device data.
      await phone.page.goto(ada.link);
      await phone.page.getByRole("link", { name: "Your privacy" }).click();
      await phone.page.getByText("It expires 30 days after the event.").waitFor();
      await expectAccessible(phone.page);
      expect([...phone.pageErrors, ...tablet.pageErrors]).toEqual([]);
    },
    START_TIMEOUT_MS,
  );

  it(
    "appears in the console, where the host adds companions, asks for codes or forgets it",
    async () => {
      const fixture = await makeE2eFixture(service, { guests: 1 });
      const guest = guestAt(fixture, 0);

      // An in-app browser sends the RSVP; then Safari and a browser without cookies open the link.
      const inApp = await openTab(browser, { userAgent: IN_APP });
      await sayYes(inApp.page, guest.link);
      await expectHidden((await openTab(browser, { userAgent: SAFARI })).page, guest.link);
      const cookieless = await openTab(browser, { userAgent: chrome(142) });
      for (let visits = 0; visits < 3; visits++) {
        await expectHidden(cookieless.page, guest.link);
        await cookieless.page.context().clearCookies();
      }

      const tab = await openTab(browser, { baseURL: service.url, viewport: { width: 1280, height: 900 } });
      const { page } = tab;
      await signIn(page, fixture.host);
      const event = `/events/${fixture.eventId}`;
      await openScreen(page, `${event}/safety`, "Safety");
      const forwarded = page.getByRole("listitem").filter({ hasText: "Ada Lindqvist's link was opened" });
      await forwarded
        .getByText("Ada Lindqvist's link was opened in 2 more browsers. Are they friends Ada Lindqvist is bringing?")
        .waitFor();
      await forwarded.getByText(/iPhone · Safari/).waitFor();
      await expectAccessible(page);
      await forwarded.getByRole("button", { name: "Replace the link of Ada Lindqvist" }).waitFor();
      await forwarded.getByRole("button", { name: "Ask for a code on Ada Lindqvist's link" }).press("Enter");
      await forwarded.getByText("We ask for a code in each new browser, until one is entered.").waitFor();
      expect(await fixture.api("GET", `${event}/guests/${guest.id}`)).toMatchObject({ ask_for_code: true });
      await forwarded.getByRole("button", { name: "They're coming along with Ada Lindqvist" }).press("Enter");
      await page.getByLabel("Names").fill("Ben Lindqvist\nCleo");
      await page.getByRole("button", { name: "Add them" }).press("Enter");
      await page.getByText("They're on Ada Lindqvist's invitation now").waitFor();
      expect(await fixture.api("GET", `${event}/guests/${guest.id}`)).toMatchObject({
        companions: [{ name: "Ben Lindqvist" }, { name: "Cleo" }],
      });

      await openScreen(page, `${event}/guests/${guest.id}`, "Ada Lindqvist");
      const devices = page.getByRole("region", { name: "Devices" });
      await devices.getByText("Reply from here").waitFor();
      expect(await devices.getByRole("listitem").count()).toBe(3);
      await expectAccessible(page);
      await devices.getByRole("button", { name: "Forget Android · Chrome" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Forget" }).press("Enter");
      await page.getByText("Android · Chrome is forgotten").waitFor();
      await devices.getByRole("listitem").nth(2).waitFor({ state: "detached" });

      await openScreen(page, `${event}/safety`, "Safety");
      await page.getByText("No link was opened on more than two devices.").waitFor();

      // The code is still asked for.
      const friend = await openTab(browser, { userAgent: chrome(141) });
      await friend.page.goto(guest.link);
      await friend.page.getByText("This invitation is private.").waitFor();
      expectClean(tab, service);
    },
    START_TIMEOUT_MS,
  );
});
