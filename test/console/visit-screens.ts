import { expect } from "vitest";
import { type Tab, WITH_FRAMED_FONTS } from "../../testkit/browser.ts";
import { walk } from "./keyboard-walk.ts";
import { type Kind, PressEverything } from "./press-everything.ts";
import { refusableReads } from "./refused-reads.ts";
import { hostOfEverything } from "./screens.ts";
import { type Console, expectAccessibleInBoth, expectClean, openScreen, untilRead } from "./support.ts";
import { PRESSED_ON } from "./writes.ts";

export const VISIT_TIMEOUT_MS = 240_000;

/** Screens that show only forms, the account and the event. */
const READ_NOTHING = [
  "/sign-in",
  "/sign-up",
  "/create",
  "/account",
  "/account/data",
  "/events/$eventId/import",
  "/events/$eventId/settings",
];
/** A user may send 300 requests per minute. The presses, with the setup of their event, must stay below this on any machine. */
const MOST_REQUESTS = 240;
/** Screen with forms, dialogs and menus that write: one of each fails for every reason. */
const THOROUGH = "/events/$eventId/guests/$guestId";
const KINDS: Kind[] = ["dialog", "form", "menu"];

/**
 * Visits screens as one host. Opens each screen while its reads fail, retries them, checks the screen with axe, and reaches all its
 * controls by keyboard.
 */
export async function visitScreens(app: Console, screens: string[]): Promise<void> {
  const { tab, pathOf } = await hostOfEverything(app, WITH_FRAMED_FONTS);
  const { page } = tab;
  const openRefused = await refusableReads(page);
  const wrong: Record<string, unknown> = {};
  for (const screen of screens) {
    const open = () => openScreen(page, pathOf(screen));
    if (READ_NOTHING.includes(screen)) await open();
    else await openRefused(open);
    await untilRead(page);
    await expectAccessibleInBoth(page);
    const { reached, ...faults } = await walk(page);
    expect(reached.length, screen).toBeGreaterThan(2);
    if (Object.values(faults).some((names) => names.length > 0)) wrong[screen] = faults;
  }
  expect(wrong).toEqual({});
  expectCleanVisit(tab, app);
}

/** Presses all controls of screens by keyboard, as one host, while each write fails. */
export async function pressScreens(app: Console, screens: string[]): Promise<void> {
  const { tab, pathOf } = await hostOfEverything(app, WITH_FRAMED_FONTS);
  const { page } = tab;
  const isThorough = screens.includes(THOROUGH);
  const everything = await PressEverything.of(page, isThorough);
  const unpressed: Record<string, string[]> = {};
  for (const screen of screens) {
    await everything.screen(screen, async () => {
      await openScreen(page, pathOf(screen));
      await untilRead(page);
    });
    const writes = everything.pressed.filter((one) => one.screen === screen).map(({ write }) => write);
    const missing = PRESSED_ON[screen]?.filter((write) => !writes.includes(write)) ?? [];
    if (missing.length > 0) unpressed[screen] = missing;
  }
  expect(unpressed).toEqual({});
  expect(everything.pressed.filter(({ faults }) => faults.length > 0)).toEqual([]);
  if (isThorough) expect([...everything.refusedForAll].sort()).toEqual(KINDS);
  expect(everything.sent).toBeLessThan(MOST_REQUESTS);
  expectCleanVisit(tab, app);
}

function expectCleanVisit(tab: Tab, app: Console): void {
  // The live socket of a screen has no network for a while, and Chromium logs that as an error.
  const pageErrors = tab.pageErrors.filter((message) => !message.startsWith("WebSocket connection to "));
  expectClean({ ...tab, pageErrors }, app.service);
}
