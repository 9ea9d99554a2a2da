import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { THEME_NAMES } from "../../src/kernel/themes.ts";
import { THEME_FONTS } from "../../src/pages/theme-fonts.ts";
import { openTab } from "../../testkit/browser.ts";
import { makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { RENDERINGS, violationsIn } from "../support/node/axe.ts";
import { useE2eSetup } from "../support/node/e2e-setup.ts";
import { openRequestsOf, untilIdle } from "../support/node/idle-page.ts";

const TEST_TIMEOUT_MS = 120_000;
/** Budget in bytes for the compressed HTML of the invitation. */
const PAGE_BYTES = 12 * 1024;
/** Letters of the guests' Latin-script languages that English lacks. */
const LETTERS = "ĄĆĘŁŃÓŚŹŻąćęłńóśźż ÇĞİÖŞÜçğıöşü ÄÖÜäöüß ÁÉÍÑÓÚáéíñóú¿¡ ÀÂÇÈÊËÎÏÔŒÙÛàâæçèêëîïôœùûÿ ÃÕãõìò";

const VIEWPORTS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/**
 * The longest expected texts above the choice: a name of 102 characters, a host of 45 and a guest of 36 with few break
 * opportunities, a venue of two lines, an end on another day, and an RSVP deadline.
 */
const CROWDED_EVENT = {
  name: "Hochzeitsfeier von Wilhelmina Katharina Freifrau von Württemberg und Maximilian-Alexander Przybyszewski",
  venue: "Schlosshotel Bühlerhöhe, Großer Festsaal im Nordflügel, Schwarzwaldhochstraße 1, 77815 Bühl (Baden)",
  event_date: "2031-09-27T16:30:00Z",
  end_time: "2031-09-28T01:00:00Z",
  rsvp_deadline: "2031-09-13T21:59:00Z",
};
const CROWDED_GUEST = { name: "Christophorus-Alexander Wolkenstein", locale: "de" };
const CROWDED_HOST = "Wilhelmina Katharina und Maximilian-Alexander";

/** Script that measures which parts of the choice and its button are outside the first screen or covered by the button. */
const FIRST_SCREEN = `document.fonts.ready.then(() => {
  const choices = [...document.querySelectorAll(".choice:has([name=response])")];
  const button = document.querySelector(".rsvp button.wide");
  const isOutside = ({ top, bottom }) => top < 0 || bottom > innerHeight;
  const boxes = choices.map((choice) => choice.getBoundingClientRect());
  return {
    outside: [...boxes, button.getBoundingClientRect()].filter(isOutside).map(({ top, bottom }) => [top, bottom]),
    choices: choices.length,
    isCovered: Math.max(...boxes.map(({ bottom }) => bottom)) > button.getBoundingClientRect().top,
    overflow: document.documentElement.scrollWidth - innerWidth,
    scrolled: scrollY,
  };
})`;

let service: RunningService;
let browser: Browser;

useE2eSetup((setup) => ({ service, browser } = setup));

/** Returns the fonts that draw an element's letters: from files and from the system. */
async function fontsOf(page: Page, selector: string): Promise<{ file: string[]; system: string[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  const named = (isCustomFont: boolean) =>
    fonts.filter((font) => font.isCustomFont === isCustomFont).map(({ familyName }) => familyName);
  return { file: named(true), system: named(false) };
}

/** Uploads the picture of a link preview as a custom picture. @returns its path */
async function uploadCard(token: string): Promise<string> {
  const card = await fetch(`${service.url}/assets/cards/garden.png`);
  const body = new FormData();
  body.set("file", new File([await card.blob()], "cover.png", { type: "image/png" }));
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/uploads/image`, { method: "POST", headers, body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { url: string }).url;
}

describe("theme of a guest page: GET /assets/fonts/{hash}/{file}, GET /assets/fonts/{file}, GET /assets/cards/{file}", () => {
  it(
    "draws every letter with fonts from this service, stays small and passes axe",
    async () => {
      const fixture = await makeE2eFixture(service);
      const [guest] = fixture.guests;
      const link = new URL(new URL(guest?.link ?? "").pathname, service.url).href;
      await fixture.api("PATCH", `/events/${fixture.eventId}`, { name: LETTERS, description: LETTERS });
      for (const theme of THEME_NAMES) {
        await fixture.api("PUT", `/events/${fixture.eventId}/branding`, { theme });
        const { page, pageErrors, requests } = await openTab(browser);
        openRequestsOf(page);
        const response = await page.goto(link);
        await untilIdle(page);
        expect(gzipSync((await response?.body()) ?? "", { level: 9 }).length, theme).toBeLessThanOrEqual(PAGE_BYTES);
        const loaded = () => new Set(requests.filter((url) => url.includes("/assets/fonts/")));
        expect(requests.every((url) => url.startsWith(service.url))).toBe(true);
        expect(pageErrors).toEqual([]);
        if (theme === "plain") expect(loaded()).toEqual(new Set());
        else {
          // Both subsets of both fonts.
          await expect.poll(() => loaded().size).toBe(4);
          await page.evaluate("document.fonts.ready.then(() => undefined)");
          const { display, text } = THEME_FONTS[theme];
          for (const [selector, face] of [
            ["h1", display],
            [".about", text],
          ] as const) {
            const { file, system } = await fontsOf(page, selector);
            expect(system, `${theme}: ${face.family}`).toEqual([]);
            expect(
              file.every((name) => name.startsWith(face.family.split(" ")[0] ?? "?")),
              `${theme}: ${file}`,
            ).toBe(true);
          }
        }
        // Themes differ in their colours, whose contrast `themes.unit.test.ts` computes.
        if (theme === "letter") expect(await violationsIn(page, { renderings: RENDERINGS })).toEqual([]);
        const card = await fetch(`${service.url}/assets/cards/${theme}.png`);
        expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/png"]);
        await page.context().close();
      }
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "shows the choice and its button on the first screen, even with long texts",
    async () => {
      const fixture = await makeE2eFixture(service, { partySize: 8 });
      const [guest] = fixture.guests;
      const event = `/events/${fixture.eventId}`;
      const { page } = await openTab(browser, { javaScriptEnabled: false });
      const brand = (look: object) => fixture.api("PUT", `${event}/branding`, look);
      const found: Record<string, unknown> = {};
      const look = async (name: string) => {
        await page.goto(guest?.link ?? "");
        for (const viewport of VIEWPORTS) {
          await page.setViewportSize(viewport);
          const { width, height } = viewport;
          found[`${name}, ${width} × ${height}`] = await page.evaluate(FIRST_SCREEN);
        }
      };
      await brand({ theme: "plain" });
      await look("plain, usual");
      const picture = await uploadCard(fixture.host.token);
      await fixture.api("PATCH", event, CROWDED_EVENT);
      await fixture.api("PATCH", `${event}/guests/${guest?.id}`, CROWDED_GUEST);
      await service.sql("update users set name = ? where email_key = ?", CROWDED_HOST, fixture.host.email);
      for (const theme of THEME_NAMES) {
        await brand({ theme, cover_url: picture, logo_url: picture });
        await look(theme);
      }
      for (const locale of ["pl", "fr", "ar"]) {
        await fixture.api("PATCH", `${event}/guests/${guest?.id}`, { locale });
        await look(locale);
      }
      expect(Object.keys(found)).toHaveLength(VIEWPORTS.length * (THEME_NAMES.length + 4));
      const good = { outside: [], choices: 3, isCovered: false, overflow: 0, scrolled: 0 };
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, good])));
    },
    TEST_TIMEOUT_MS,
  );

  it("paints before its fonts load, and caches the fonts for a year", async () => {
    const fixture = await makeE2eFixture(service);
    await fixture.api("PUT", `/events/${fixture.eventId}/branding`, { theme: "letter" });
    const link = new URL(new URL(fixture.guests[0]?.link ?? "").pathname, service.url).href;
    const { page } = await openTab(browser);
    const asked: string[] = [];
    await page.route("**/assets/fonts/**", (route) => {
      // Never responded to while the test looks at the page.
      asked.push(route.request().url());
    });
    await page.goto(link, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const paints = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
    await expect.poll(paints).toBe(1);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    // Chromium renumbers all nodes at this point.
    await page.waitForLoadState("domcontentloaded");
    expect((await fontsOf(page, "h1")).file).toEqual([]);
    const font = await fetch(asked[0] ?? "");
    expect([font.status, font.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(font.headers.get("content-type")).toBe("font/woff2");
    expect((await fetch((asked[0] ?? "").replace(/fonts\/\w{8}/, "fonts/00000000"))).status).toBe(404);
    await page.context().close();
  });
});
