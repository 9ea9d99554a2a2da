import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, expectAccessible, expectClean, hostAtConsole, openScreen, startConsole } from "./support.ts";

const CONSOLE = fileURLToPath(new URL("../../console/src/", import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 } };
/** Every screen below `/app`, with its event, a guest and a message in place of the names of parameters. */
const SCREENS = [
  ...["/sign-in", "/sign-up", "/", "/create", "/account", "/account/security", "/account/plan", "/account/webhooks"],
  "/account/data",
  ...["", "/guests", "/guests/$guestId", "/import", "/send", "/messages", "/messages/new", "/messages/$messageId"].map(
    inEvent,
  ),
  ...["/door", "/safety", "/look", "/team", "/settings", "/settings/questions", "/settings/seats"].map(inEvent),
  ...["/settings/alerts", "/log"].map(inEvent),
];

function inEvent(path: string): string {
  return `/events/$eventId${path}`;
}

/** The list in parts of about the same length: a test of all would take longer than a test may. */
function parts(list: string[], count: number): string[][] {
  const length = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, part) => list.slice(part * length, (part + 1) * length));
}

let app: Console;

beforeAll(async () => {
  app = await startConsole();
});
afterAll(() => app.stop());

/** A host's event with a guest and a message. @returns the tab, and a screen's path with their ids */
async function host(context: Parameters<typeof hostAtConsole>[2]) {
  const tab = await hostAtConsole(app, { guests: 3 }, context);
  const { eventId, guests, api } = tab.fixture;
  const text = {
    channel: "email",
    mode: "draft",
    audience: "everyone",
    subject: "Where to park",
    body: "Behind the orangery.",
  };
  const message = await api<{ id: string }>("POST", `/events/${eventId}/messages`, text);
  const ids: Record<string, string> = { eventId, guestId: guests[0]?.id ?? "", messageId: message.id };
  return { tab, pathOf: (screen: string) => screen.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? "") };
}

/** How much wider than the window the page is, in CSS pixels. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

describe("every screen of the console", () => {
  it("is in the lists below", () => {
    const folders = globSync("routes/**/screen.tsx", { cwd: CONSOLE });
    const routed = readFileSync(`${CONSOLE}router.tsx`, "utf8").match(/component: screen\(/g) ?? [];
    expect(new Set(SCREENS).size).toBe(SCREENS.length);
    expect(routed.length).toBe(SCREENS.length);
    expect(folders.length).toBeGreaterThan(20);
  });

  /** @promise The console: No screen has a finding of axe, in light or dark; none asks another origin, and none violates its policy */
  it.each(parts(SCREENS, 4))(
    "has nothing that axe finds, in either scheme, and asks no other origin: %s …",
    async (...part) => {
      const { tab, pathOf } = await host({});
      for (const screen of part) {
        await openScreen(tab.page, pathOf(screen));
        await tab.page.waitForLoadState("networkidle");
        await expectAccessible(tab.page);
      }
      expectClean(tab, app.service);
      await tab.page.context().close();
    },
  );

  /** @promise The console: Texts twice as long, and a direction from right to left, fit every screen on a phone */
  it.each(parts(SCREENS, 2))("fits a phone with texts twice as long, from right to left: %s …", async (...part) => {
    const { tab, pathOf } = await host(PHONE);
    const { page } = tab;
    const tooWide: string[] = [];
    for (const screen of part) {
      await openScreen(page, `${pathOf(screen)}?locale=pseudo-rtl`);
      await page.waitForLoadState("networkidle");
      if ((await overflowOf(page)) > 0) tooWide.push(screen);
    }
    expect(tooWide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    await page.context().close();
  });
});
