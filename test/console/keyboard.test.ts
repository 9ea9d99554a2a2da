import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { START_TIMEOUT_MS } from "../support/node/e2e-setup.ts";
import { PressEverything, type Pressed } from "./press-everything.ts";
import { EVERY_SCREEN, hostOfEverything } from "./screens.ts";
import { type Console, openScreen, startConsole } from "./support.ts";

const TEST_TIMEOUT_MS = 240_000;
const CONSOLE = fileURLToPath(new URL("../../console/src/", import.meta.url));
/** Few enough that a host with each is not refused for too many requests. */
const SCREENS_A_TEST = 5;

/** Writes that need more than a press, and where they are tried. */
const ELSEWHERE: Record<string, string> = {};

const pressed: Pressed[] = [];
let app: Console;

beforeAll(async () => {
  app = await startConsole();
}, START_TIMEOUT_MS);
afterAll(() => {
  writeFileSync("/tmp/gaps-pressed.json", JSON.stringify(pressed, null, 1));
  return app?.stop();
});

const parts = Array.from({ length: Math.ceil(EVERY_SCREEN.length / SCREENS_A_TEST) }, (_, part) =>
  EVERY_SCREEN.slice(part * SCREENS_A_TEST, (part + 1) * SCREENS_A_TEST),
);

describe("the console without a mouse", () => {
  /**
   * @promise The console: Every control of every screen is reached with Tab and the arrow keys, shows that it has the focus, and is in sight then
   * @promise The console: Every action of every screen is done by keyboard alone; a dialog keeps the focus and gives it back
   * @promise The console: An action that is refused says so where it was pressed, can be tried again and loses nothing that was typed
   */
  it.each(parts)(
    "reaches and presses everything, and reads why it was refused: %s, %s, %s, %s, %s",
    async (...screens) => {
      const { tab, pathOf } = await hostOfEverything(app);
      const everything = new PressEverything(tab.page);
      await everything.start();
      const unreached: Record<string, object> = {};
      for (const screen of screens) {
        const { reached, ...wrong } = await everything.screen(screen, async () => {
          await openScreen(tab.page, pathOf(screen));
          await tab.page.waitForLoadState("networkidle");
        });
        expect(reached.length, screen).toBeGreaterThan(2);
        if (Object.values(wrong).some((names) => names.length > 0)) unreached[screen] = wrong;
      }
      pressed.push(...everything.pressed);
      expect(unreached).toEqual({});
      expect(everything.pressed.filter(({ faults }) => faults.length > 0)).toEqual([]);
      await tab.page.context().close();
    },
    TEST_TIMEOUT_MS,
  );

  it("has pressed every write that the console has", () => {
    const sources = globSync("**/*.{ts,tsx}", { cwd: CONSOLE }).map((file) => readFileSync(CONSOLE + file, "utf8"));
    const calls = sources.join("\n").matchAll(/api\.(POST|PUT|PATCH|DELETE)\(\s*"([^"]+)"/g);
    const writes = [...calls].map(([, method, path]) => `${method} ${path?.replaceAll(/\{\w+\}/g, "{}")}`);
    const tried = new Set(pressed.map(({ write }) => write));
    expect([...new Set(writes)].filter((write) => !tried.has(write) && !(write in ELSEWHERE)).sort()).toEqual([]);
  });
});
