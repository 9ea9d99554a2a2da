import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { openRequestsOf, untilIdle } from "../support/node/idle-page.ts";
import { type HeldRequest, holdRequests, refuse } from "./held-requests.ts";
import { focusAgain, focusBefore, type Stop, stopOf, walk } from "./keyboard-walk.ts";
import { isWrite } from "./writes.ts";

/** Milliseconds for the work between a key press and its request: loading a file of the console, opening a dialog. */
const REACTION_MS = 30;
/** Rounds per screen; no screen has more actions that lead away from it. */
const MOST_ROUNDS = 12;
/** Timeout for something that certainly appears, on a busy machine. Only a fault takes that long. */
const SAID_MS = 30_000;

/** Reason why a write fails. */
type Reason = "too many requests" | "not in this plan" | "no network";
/** Reasons that each write fails for: on the second failure, the screen must show the second error. */
const REASONS = ["too many requests", "too many requests"] as const satisfies Reason[];
/** Reasons that one write of each kind fails for; all writes of a kind show errors by shared components (`ui/states.tsx`). */
const ALL_REASONS = [...REASONS, "not in this plan", "no network"] as const satisfies Reason[];

/** Location of an action that writes. */
export type Kind = "form" | "dialog" | "menu";

/** Script that counts the pending requests of the page's scripts. */
const COUNT_REQUESTS = `{
  window.openRequestsOfScripts = 0;
  const isDone = () => void window.openRequestsOfScripts--;
  const { fetch } = window;
  window.fetch = (...request) => {
    window.openRequestsOfScripts++;
    const answer = fetch(...request);
    answer.then(isDone, isDone);
    return answer;
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...body) {
    window.openRequestsOfScripts++;
    this.addEventListener("loadend", isDone);
    return send.apply(this, body);
  };
}`;
/** Resolves when the page has drawn the effect of a key and all requests sent for it have a response. */
const REACTED = `new Promise((resolve) => {
  const look = () => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() =>
    window.openRequestsOfScripts === 0 ? resolve() : look(), { timeout: 1000 }), ${REACTION_MS}));
  look();
})`;

/** Prefix of the part of a path that is a menu. */
const MENU = "menu of ";
const OFFLINE = "What you typed is kept; try again when you're back.";

/** Result of one action. */
interface Pressed {
  screen: string;
  /** The names that were pressed, from the screen into dialogs and menus. */
  path: string[];
  /** The write that it sent and that failed, such as `POST /events/{}/copy`; null if it sent none. */
  write: string | null;
  /** Faults that a host would notice. */
  faults: string[];
}

/** Returns a request without its IDs: `POST /events/{}/copy`. */
export function writeOf(method: string, pathname: string): string {
  const path = pathname.replace(/^\/me\/security\/\w+\//, "/me/security/{}/");
  return `${method} ${path.replaceAll(/\/(?=[\w-]*[\dA-Z])[\w-]{20,}(?=\/|$)/g, "/{}")}`;
}

/**
 * Presses every button, menu entry and switch of a screen and its dialogs with the keyboard, while each write fails. Each
 * error has a unique text, which shows whether the screen displays the right one.
 */
export class PressEverything {
  readonly pressed: Pressed[] = [];
  /** Kinds with one write that has failed for every reason. */
  readonly refusedForAll = new Set<Kind>();
  readonly #page: Page;
  readonly #isThorough: boolean;
  #screen = "";
  /** Whether the walk chooses another entry in each group of radio buttons. */
  #changesChoices = true;
  #reason: Reason = REASONS[0];
  #refused: { write: string; mark: string }[] = [];
  #count = 0;
  /** Requests that have reached the service. */
  sent = 0;

  private constructor(page: Page, isThorough: boolean) {
    this.#page = page;
    this.#isThorough = isThorough;
  }

  /** Makes the writes of a page fail from now on. @param isThorough whether one write of each kind fails for every reason */
  static async of(page: Page, isThorough: boolean): Promise<PressEverything> {
    const everything = new PressEverything(page, isThorough);
    await page.addInitScript(COUNT_REQUESTS);
    await holdRequests(page, (request) => everything.#answer(request));
    return everything;
  }

  /**
   * Presses all controls of a screen: first with other choices than it opens with, then those that only its own choices show.
   * @param open opens it
   */
  async screen(name: string, open: () => Promise<void>): Promise<void> {
    this.#screen = name;
    const done = new Set<string>();
    for (const changesChoices of [true, false]) {
      this.#changesChoices = changesChoices;
      // Otherwise a draft has the other choices.
      if (!changesChoices) await this.#page.evaluate(() => sessionStorage.clear());
      if (!(await this.#pressOften(open, done))) this.#note([], null, ["never comes to an end"]);
    }
  }

  /** After an action that leaves or reloads the screen, the presses continue where they ended. @returns false if they never end */
  async #pressOften(open: () => Promise<void>, done: Set<string>): Promise<boolean> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await open();
      const isFirst = done.size === 0;
      if (!isFirst && !(await focusBefore(this.#page, [...done]))) return true;
      if (await this.#pressAll([], done, isFirst ? "start" : "here")) return true;
    }
    return false;
  }

  /** @returns true if the walk wrapped around; false if the screen or dialog changed */
  async #pressAll(path: string[], done: Set<string>, from: "start" | "here" = "start"): Promise<boolean> {
    const page = this.#page;
    const address = page.url();
    const dialogs = await this.#dialogs();
    let isComplete = true;
    await walk(
      page,
      async (stop) => {
        const key = [...path, stop.name].join(" > ");
        if (stop.place !== (path.length > 0 ? "dialog" : "main")) return true;
        // Types every time, so that the form has something to save.
        if (stop.kind === "text") await typeSomething(page);
        else if (stop.groupKey === "ArrowDown" && this.#changesChoices) await page.keyboard.press("ArrowDown");
        else if (stop.kind === "grid") await page.keyboard.press("Space");
        if (done.has(key)) return true;
        // The entries of a menu are pressed one by one.
        if (stop.kind !== "opener") done.add(key);
        // Escape has this effect too, and is tested.
        if (path.length > 0 && stop.name === "button: Cancel") return true;
        if (stop.kind === "expander") await page.keyboard.press("Space");
        else if (stop.kind === "opener") await this.#pressEntries(path, stop, done);
        else if (stop.kind === "toggle") await this.#press(path, stop, "Space", done);
        else if (stop.kind === "action") await this.#press(path, stop, "Enter", done);
        else return true;
        isComplete = page.url() === address && (await this.#dialogs()) === dialogs;
        return isComplete;
      },
      from,
    );
    return isComplete;
  }

  /** Returns the number of open dialogs. Finds them by attribute, because a lookup by role searches the whole page. */
  #dialogs(): Promise<number> {
    return this.#page.locator("[role=dialog], [role=alertdialog]").count();
  }

  /** Presses each entry of a menu; chooses none in a list of values. */
  async #pressEntries(path: string[], stop: Stop, done: Set<string>): Promise<void> {
    const page = this.#page;
    const address = page.url();
    const self = [...path, stop.name].join(" > ");
    await page.keyboard.press("Enter");
    // By attribute, because native lists such as the one of time zones have options as well.
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
      const choose = async (): Promise<boolean> => {
        if (!(await this.#isBackOn(stop))) return false;
        await page.keyboard.press("Enter");
        await entries.first().waitFor();
        await page.keyboard.press("Home");
        for (let step = 0; step < at; step++) await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await entries.first().waitFor({ state: "hidden" });
        await this.#react();
        return true;
      };
      await this.#act([...path, `${MENU}${stop.name}`, name], stop, choose, done);
      if (page.url() !== address) return;
    }
    done.add(self);
  }

  #press(path: string[], stop: Stop, key: "Enter" | "Space", done: Set<string>): Promise<void> {
    const page = this.#page;
    let presses = 0;
    const press = async (): Promise<boolean> => {
      // A row that was removed and restored after the error is another element.
      if (presses++ > 0 && !(await this.#isBackOn(stop))) return false;
      await page.keyboard.press(key);
      await this.#react();
      return true;
    };
    return this.#act([...path, stop.name], stop, press, done);
  }

  /**
   * Presses an action whose write fails, then everything that it opens.
   * @param act presses the keys of the action; returns false if it can no longer be pressed
   */
  async #act(path: string[], stop: Stop, act: () => Promise<boolean>, done: Set<string>): Promise<void> {
    const page = this.#page;
    const dialogs = await this.#dialogs();
    const typed = await valuesOf(page);
    const faults: string[] = [];
    let write: string | null = null;
    for (const reason of this.#reasonsFor(path)) {
      await this.#refuseFor(reason);
      const isPressed = await act();
      const [refused] = this.#refused;
      if (write === null && refused === undefined) break;
      const fail = (what: string) => faults.push(`${what}: ${reason}`);
      if (!isPressed) fail("is not where it was");
      // Without a network, reads that precede the write fail too.
      else if (refused === undefined && reason !== "no network") fail("does nothing when it is pressed again");
      else if (!(await this.#isSaid(refused?.mark ?? OFFLINE))) fail("does not say why it is refused");
      else if (reason === "not in this plan" && !(await this.#isSaid("See plans"))) fail("does not lead to the plans");
      else if (reason === "no network") this.refusedForAll.add(kindOf(path));
      write ??= refused?.write ?? null;
      // If the number of dialogs changed, the error is in another dialog or screen, where it is tried again.
      const isElsewhere = (await this.#dialogs()) !== dialogs;
      const now = await valuesOf(page);
      if (typed.some((text) => !now.includes(text))) fail("loses what was typed");
      if (faults.length > 0 || isElsewhere) break;
    }
    await this.#refuseFor(REASONS[0]);
    this.#note(path, write, faults);
    if ((await this.#dialogs()) <= dialogs) return;
    await this.#pressAll(path, done);
    if ((await this.#dialogs()) > dialogs) await page.keyboard.press("Escape");
    const opened = page.locator("[role=dialog], [role=alertdialog]").nth(dialogs);
    const isClosed = await opened.waitFor({ state: "hidden", timeout: SAID_MS }).then(
      () => true,
      () => false,
    );
    if (isClosed) this.#note(path, null, await this.#lostFocus(stop));
    else this.#note(path, null, ["Escape does not close it"]);
  }

  #reasonsFor(path: string[]): readonly Reason[] {
    return this.#isThorough && !this.refusedForAll.has(kindOf(path)) ? ALL_REASONS : REASONS;
  }

  /** Waits until the page has reacted to a key. A write that it sent has failed by then. */
  async #react(): Promise<void> {
    await this.#page.evaluate(REACTED);
    // Waits for files of the console that the reaction needs, such as a dialog's code.
    if (openRequestsOf(this.#page).size > 0) await untilIdle(this.#page);
  }

  async #refuseFor(reason: Reason): Promise<void> {
    if ((reason === "no network") !== (this.#reason === "no network")) {
      await this.#page.context().setOffline(reason === "no network");
    }
    this.#reason = reason;
    this.#refused = [];
  }

  #isSaid(words: string): Promise<boolean> {
    return this.#page
      .getByText(words)
      .first()
      .waitFor({ timeout: SAID_MS })
      .then(
        () => true,
        () => false,
      );
  }

  /** Moves the focus back to the control if it has moved. Tab is known to reach it. */
  #isBackOn(stop: Stop): Promise<boolean> {
    return eventually(async () => {
      const now = await stopOf(this.#page);
      if (now?.index === stop.index || now?.name === stop.name) return true;
      await focusAgain(this.#page, stop);
      throw new Error(`the focus is on ${now?.name ?? "nothing"}`);
    }).catch(() => false);
  }

  /** Returns a fault if the focus is not back on the pressed control. */
  async #lostFocus({ name }: Stop): Promise<string[]> {
    const page = this.#page;
    return eventually(async () => {
      const now = await stopOf(page);
      // Or on the place where the user continues, such as the result.
      if (now?.name === name || now?.kind === "place") return [];
      throw new Error(`the focus does not return to it, but is on ${now?.name ?? "nothing"}`);
    }).catch((error: Error) => [error.message]);
  }

  #note(path: string[], write: string | null, faults: string[]): void {
    this.pressed.push({ screen: this.#screen, path, write, faults });
  }

  async #answer(request: HeldRequest): Promise<void> {
    const { method, pathname } = request;
    if (!isWrite(method, pathname)) {
      this.sent++;
      return request.pass();
    }
    const write = writeOf(method, pathname);
    if (this.#reason === "no network") {
      this.#refused.push({ write, mark: OFFLINE });
      return request.disconnect();
    }
    const mark = `Try again in 60 s (${++this.#count}).`;
    this.#refused.push({ write, mark });
    if (this.#reason === "not in this plan") await refuse(request, mark, "feature_not_in_tier");
    else await refuse(request, mark);
  }
}

function kindOf(path: string[]): Kind {
  if (path.some((name) => name.startsWith(MENU))) return "menu";
  return path.length === 1 ? "form" : "dialog";
}

/** Types a valid value into the focused field, so that the form has something to save. */
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
  // Inserts the text in one step, because single keys take longer than all the rest.
  await page.keyboard.insertText(text[kind] ?? "Something long enough");
}

/** Returns the values of the page's fields. */
function valuesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("input:not([type=checkbox], [type=radio]), textarea")]
      .map((field) => (field as HTMLInputElement).value)
      .filter((text) => text !== ""),
  );
}
