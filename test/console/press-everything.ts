import type { Page, Route } from "playwright-core";
import { type Stop, stopOf, type Walk, walk } from "./keyboard-walk.ts";

/** What looks things up although it is a POST, and the live socket, which tries again by itself. */
const LOOK_UPS = /\/(preview|recipient-count|ws-ticket|bulk-preview)$/;
/** For what an action does after its key: a request, a dialog, another screen. A menu closes before that. Milliseconds. */
const REACTION_MS = 50;
const MENU_MS = 400;
/** Of one screen: more have no actions that lead away from it. */
const MOST_ROUNDS = 12;
const SAID_MS = 5_000;

/** What happened to one action. */
interface Pressed {
  screen: string;
  /** The names that were pressed, from the screen into dialogs and menus. */
  path: string[];
  /** The write that it sent and that was refused: `POST /events/{}/copy`; null: it sent none. */
  write: string | null;
  /** What a host would complain about. */
  faults: string[];
}

/**
 * Presses every button, menu entry and switch of a screen with the keyboard, in its dialogs too, while each write is refused.
 * Each refusal has words of its own, so that it can be told whether it is the one that the screen says.
 */
export class PressEverything {
  readonly pressed: Pressed[] = [];
  readonly #page: Page;
  #screen = "";
  #refused: { write: string; mark: string }[] = [];
  #count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async start(): Promise<void> {
    await this.#page.route(
      (url) => !url.pathname.startsWith("/app"),
      (route) => this.#answer(route),
    );
  }

  /**
   * Walks over a screen, then presses all that it has.
   * @returns what is wrong with the way to its controls
   */
  async screen(name: string, open: () => Promise<void>): Promise<Walk> {
    this.#screen = name;
    await open();
    const found = await walk(this.#page);
    const done = new Set<string>();
    // An action that leads to another screen, or reloads, begins the presses again.
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await open();
      if (await this.#pressAll([], done)) return found;
    }
    this.#note([], null, ["never comes to an end"]);
    return found;
  }

  /** @returns whether the walk came around; false: the screen or the dialog is another one by now */
  async #pressAll(path: string[], done: Set<string>): Promise<boolean> {
    const page = this.#page;
    const address = page.url();
    const dialogs = await page.getByRole("dialog").count();
    let isComplete = true;
    await walk(page, async (stop) => {
      const key = [...path, stop.name].join(" > ");
      if (!(await isInScope(page, path.length > 0))) return true;
      // Each time, so that there is something to save.
      if (stop.kind === "text") await typeSomething(page);
      else if (stop.groupKey === "ArrowDown") await page.keyboard.press("ArrowDown");
      else if (stop.kind === "grid") await page.keyboard.press("Space");
      if (done.has(key)) return true;
      // The entries of a menu are done one by one.
      if (stop.kind !== "opener") done.add(key);
      // Escape does the same, and is tried.
      if (path.length > 0 && stop.name === "button: Cancel") return true;
      if (stop.kind === "expander") await page.keyboard.press("Space");
      else if (stop.kind === "opener") await this.#pressEntries(path, stop, done);
      else if (stop.kind === "toggle") await this.#press([...path, stop.name], stop, "Space", done);
      else if (stop.kind === "action") await this.#press([...path, stop.name], stop, "Enter", done);
      isComplete = page.url() === address && (await page.getByRole("dialog").count()) === dialogs;
      return isComplete;
    });
    return isComplete;
  }

  /** Each entry of a menu; of a list of values, none is chosen. */
  async #pressEntries(path: string[], stop: Stop, done: Set<string>): Promise<void> {
    const page = this.#page;
    const address = page.url();
    const self = [...path, stop.name].join(" > ");
    await page.keyboard.press("Enter");
    // By attribute: the browser's own lists, of time zones, have options as well.
    const entries = page.locator("[role=menuitem], [role=option]");
    const appeared = await entries
      .first()
      .waitFor({ timeout: SAID_MS })
      .then(
        () => true,
        () => false,
      );
    if (!appeared) {
      done.add(self);
      this.#note([...path, stop.name], null, ["opens nothing"]);
      return;
    }
    const isMenu = (await page.getByRole("menuitem").count()) > 0;
    const names = await entries.allInnerTexts();
    const reached = new Set<number | undefined>();
    await page.keyboard.press("Home");
    for (const _ of names) {
      reached.add((await stopOf(page))?.index);
      await page.keyboard.press("ArrowDown");
    }
    const faults = reached.size < names.length ? [`arrow keys reach ${reached.size} of ${names.length} entries`] : [];
    await page.keyboard.press("Escape");
    await entries.first().waitFor({ state: "hidden" });
    this.#note([...path, stop.name], null, [...faults, ...(await this.#lostFocus(stop))]);
    if (!isMenu) {
      done.add(self);
      return;
    }
    for (const [at, name] of names.entries()) {
      const key = [...path, stop.name, name].join(" > ");
      if (done.has(key)) continue;
      done.add(key);
      if (!(await this.#isBackOn(stop))) return;
      await page.keyboard.press("Enter");
      await entries.first().waitFor();
      await page.keyboard.press("Home");
      for (let step = 0; step < at; step++) await page.keyboard.press("ArrowDown");
      await this.#press([...path, stop.name, name], stop, "Enter", done, MENU_MS);
      if (page.url() !== address) return;
    }
    done.add(self);
  }

  async #press(
    path: string[],
    stop: Stop,
    key: "Enter" | "Space",
    done: Set<string>,
    waitMs = REACTION_MS,
  ): Promise<void> {
    const page = this.#page;
    const dialogs = await page.getByRole("dialog").count();
    const typed = await valuesOf(page);
    this.#refused = [];
    await page.keyboard.press(key);
    await page.evaluate((ms) => new Promise((next) => requestAnimationFrame(() => setTimeout(next, ms))), waitMs);
    const faults: string[] = [];
    for (const { mark } of this.#refused) {
      const isSaid = await page
        .getByText(mark)
        .first()
        .waitFor({ timeout: SAID_MS })
        .then(
          () => true,
          () => false,
        );
      if (!isSaid) faults.push("says nothing of the refusal");
    }
    if (this.#refused.length > 0) {
      const now = await valuesOf(page);
      if (typed.some((text) => !now.includes(text))) faults.push("loses what was typed");
    }
    this.#note(path, this.#refused[0]?.write ?? null, faults);
    if ((await page.getByRole("dialog").count()) <= dialogs) return;
    await this.#pressAll(path, done);
    if ((await page.getByRole("dialog").count()) > dialogs) await page.keyboard.press("Escape");
    const isClosed = await page
      .getByRole("dialog")
      .nth(dialogs)
      .waitFor({ state: "hidden", timeout: SAID_MS })
      .then(
        () => true,
        () => false,
      );
    if (isClosed) this.#note(path, null, await this.#lostFocus(stop));
    else this.#note(path, null, ["Escape does not close it"]);
  }

  /** Goes on with Tab to where the focus was, if it is somewhere else by now. */
  async #isBackOn({ index }: Stop): Promise<boolean> {
    for (let presses = 0; presses < 100; presses++) {
      if ((await stopOf(this.#page))?.index === index) return true;
      await this.#page.keyboard.press("Tab");
    }
    return false;
  }

  /** Whether the focus is back on what was pressed, if that is still there. */
  async #lostFocus({ name }: Stop): Promise<string[]> {
    const page = this.#page;
    for (let at = 0; at < 20; at++) {
      const now = await stopOf(page);
      // Or where somebody goes on, such as what became of it.
      if (now?.name === name || now?.kind === "place") return [];
      await page.waitForTimeout(50);
    }
    return [`the focus does not come back to it, but to ${(await stopOf(page))?.name ?? "nothing"}`];
  }

  #note(path: string[], write: string | null, faults: string[]): void {
    this.pressed.push({ screen: this.#screen, path, write, faults });
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" || LOOK_UPS.test(pathname)) return route.fallback();
    const mark = `Try again in 60 s (${++this.#count}).`;
    this.#refused.push({ write: `${request.method()} ${pathname.replaceAll(/\/[0-9a-f-]{36}/g, "/{}")}`, mark });
    await refuse(route, mark);
  }
}

/** Whether the focus is in what the screen itself has: not in the navigation, which is the same everywhere. */
function isInScope(page: Page, isDialog: boolean): Promise<boolean> {
  return page.evaluate(
    (dialog) => document.activeElement?.closest(dialog ? "[role=dialog], [role=alertdialog]" : "main") !== null,
    isDialog,
  );
}

/** Adds to a field what it may have, so that a form has something to save. */
async function typeSomething(page: Page): Promise<void> {
  const kind = await page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return "text";
    if (field.readOnly || field.type === "search") return "none";
    return field.inputMode === "numeric" || field.type === "number" ? "number" : field.type;
  });
  const text: Record<string, string> = { email: "someone@example.com", number: "7", none: "" };
  if (kind === "none") return;
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text[kind] ?? "Something long enough");
}

/** What is in the fields of the page. */
function valuesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("input:not([type=checkbox], [type=radio]), textarea")]
      .map((field) => (field as HTMLInputElement).value)
      .filter((text) => text !== ""),
  );
}

/** Answers as the API does when there were too many requests. A wait of a minute is longer than the client repeats for. */
export function refuse(route: Route, words: string): Promise<void> {
  return route.fulfill({
    status: 429,
    contentType: "application/problem+json",
    headers: { "Retry-After": "60" },
    body: JSON.stringify({
      type: "about:blank",
      title: "Too Many Requests",
      status: 429,
      detail: `Too many requests. ${words}`,
      instance: "urn:usher:request:refused",
      error: "rate_limited",
      request_id: "refused",
      retry_after: 60,
    }),
  });
}
