import { expect } from "vitest";
import { WITH_FRAMED_FONTS } from "../../testkit/browser.ts";
import { type Kind, PressEverything } from "./press-everything.ts";
import { hostOfEverything } from "./screens.ts";
import { type Console, expectAccessibleInBoth, expectClean, openScreen, untilRead } from "./support.ts";
import { PRESSED_ON } from "./writes.ts";

export const VISIT_TIMEOUT_MS = 240_000;

/** Screens that show nothing but forms, the account and the event. */
const READ_NOTHING = [
  ...["/sign-in", "/sign-up", "/create", "/account", "/account/data"],
  ...["/events/$eventId/import", "/events/$eventId/settings"],
];
/** A user has 300 in a minute. A visit sends fewer, however fast the machine is, with those that made its event. */
const MOST_REQUESTS = 240;
/** Has forms, dialogs and menus that write: one of each is refused for every reason. */
const THOROUGH = "/events/$eventId/guests/$guestId";
const KINDS: Kind[] = ["dialog", "form", "menu"];

/**
 * Visits screens as one host. Each is opened while its reads are refused, reads again when it is asked to, and has nothing that axe
 * finds. Then all that it has is reached and pressed without a mouse, while each write is refused.
 */
export async function visitScreens(app: Console, screens: string[]): Promise<void> {
  const { tab, pathOf } = await hostOfEverything(app, WITH_FRAMED_FONTS);
  const { page } = tab;
  const isThorough = screens.includes(THOROUGH);
  const everything = new PressEverything(page, isThorough);
  await everything.start();
  const wrong: Record<string, unknown> = {};
  for (const screen of screens) {
    const open = () => openScreen(page, pathOf(screen));
    if (READ_NOTHING.includes(screen)) await open();
    else await everything.openRefused(open);
    await untilRead(page);
    await expectAccessibleInBoth(page);
    const { reached, ...faults } = await everything.screen(screen, async () => {
      await open();
      await untilRead(page);
    });
    expect(reached.length, screen).toBeGreaterThan(2);
    if (Object.values(faults).some((names) => names.length > 0)) wrong[screen] = faults;
    const writes = everything.pressed.filter((one) => one.screen === screen).map(({ write }) => write);
    const unpressed = PRESSED_ON[screen]?.filter((write) => !writes.includes(write)) ?? [];
    if (unpressed.length > 0) wrong[`writes of ${screen}`] = unpressed;
  }
  expect(wrong).toEqual({});
  expect(everything.pressed.filter(({ faults }) => faults.length > 0)).toEqual([]);
  if (isThorough) expect([...everything.refusedForAll].sort()).toEqual(KINDS);
  expect(everything.sent).toBeLessThan(MOST_REQUESTS);
  // The live socket of a screen has no network for a while, and Chromium logs that as an error.
  const pageErrors = tab.pageErrors.filter((message) => !message.startsWith("WebSocket connection to "));
  expectClean({ ...tab, pageErrors }, app.service);
}
