import { describe, expect, it } from "vitest";
import { PressEverything } from "./press-everything.ts";
import { EVERY_SCREEN, hostOfEverything } from "./screens.ts";
import { openScreen, untilRead, useConsole } from "./support.ts";
import { notByKeyboard, OUT_OF_REACH, writesInCode } from "./writes.ts";

const TEST_TIMEOUT_MS = 240_000;
/** Few enough that a host with each is not refused for too many requests. */
const SCREENS_A_TEST = 5;

const app = useConsole();

const parts = Array.from({ length: Math.ceil(EVERY_SCREEN.length / SCREENS_A_TEST) }, (_, part) =>
  EVERY_SCREEN.slice(part * SCREENS_A_TEST, (part + 1) * SCREENS_A_TEST),
);

/** The writes that were pressed. */
const pressed = new Set<string>();

describe("the console without a mouse", () => {
  /**
   * @promise The console: Every control of every screen is reached with Tab and the arrow keys, shows that it has the focus, and is in sight then
   * @promise The console: Buttons, menus and switches of every screen are pressed by keyboard alone; a dialog keeps the focus and gives it back
   * @promise The console: An action that is refused says so, can be tried again and loses nothing that was typed
   */
  it.each(parts.map((screens) => ({ screens, names: screens.join(", ") })))(
    "reaches and presses what there is, and reads why it was refused: $names",
    async ({ screens }) => {
      const { tab, pathOf } = await hostOfEverything(app);
      const everything = new PressEverything(tab.page);
      await everything.start();
      const unreached: Record<string, object> = {};
      for (const screen of screens) {
        const { reached, ...wrong } = await everything.screen(screen, async () => {
          await openScreen(tab.page, pathOf(screen));
          await untilRead(tab.page);
        });
        expect(reached.length, screen).toBeGreaterThan(2);
        if (Object.values(wrong).some((names) => names.length > 0)) unreached[screen] = wrong;
      }
      const writes = everything.pressed.flatMap(({ write }) => write ?? []);
      expect(writes.length).toBeGreaterThan(0);
      for (const write of writes) pressed.add(write);
      expect(unreached).toEqual({});
      expect(everything.pressed.filter(({ faults }) => faults.length > 0)).toEqual([]);
      await tab.page.context().close();
    },
    TEST_TIMEOUT_MS,
  );

  /** @promise The console: Every write is done by keyboard alone, and leaves the focus on something */
  it("presses every write in the console's code, but for those that a test of their own does by keyboard", () => {
    const writes = writesInCode();
    expect(writes.filter((write) => !pressed.has(write) && !(write in OUT_OF_REACH))).toEqual([]);
    expect(Object.keys(OUT_OF_REACH).filter((write) => !writes.includes(write))).toEqual([]);
    expect(notByKeyboard()).toEqual([]);
  });
});
