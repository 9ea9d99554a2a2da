import type { Page } from "playwright-core";
import { type HeldRequest, holdRequests } from "./held-requests.ts";
import { focusBefore, type Stop, stopOf, type Walk, walk } from "./keyboard-walk.ts";
import { isLookUp } from "./writes.ts";

/** For what an action does after its key: a request, a dialog, another screen. A menu closes before that. Milliseconds. */
const REACTION_MS = 50;
const MENU_MS = 400;
/** Of one screen: more have no actions that lead away from it. */
const MOST_ROUNDS = 12;
const SAID_MS = 5_000;
/** For a write that is sent again: two seconds. */
const MOST_LOOKS = 40;

/** Why a write is not done. */
const REFUSALS = ["too many requests", "not in this plan", "no network"] as const;
type Refusal = (typeof REFUSALS)[number];

/** Has a page keep the method and path of each request of its scripts. */
const NOTE_REQUESTS = `{
  window.requestsOfScripts = [];
  const note = (method, url) => window.requestsOfScripts.push([method.toUpperCase(), new URL(url, location.href).pathname]);
  const { fetch } = window;
  window.fetch = (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: "GET", url: input };
    note(init?.method ?? method, url);
    return fetch(input, init);
  };
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, url, ...others) {
    note(method, url);
    return open.call(this, method, url, ...others);
  };
}`;

const OFFLINE = "What you typed is kept; try again when you're back.";

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

/** `POST /events/{}/copy`: a request without its ids. */
export function writeOf(method: string, pathname: string): string {
  return `${method} ${pathname.replaceAll(/\/(?=[\w-]*[\dA-Z])[\w-]{20,}(?=\/|$)/g, "/{}")}`;
}

/**
 * Presses every button, menu entry and switch of a screen with the keyboard, in its dialogs too, while each write is refused: as
 * after too many requests, then as beyond the plan, then without a network. Each refusal has words of its own, so that it can
 * be told whether it is the one that the screen says.
 */
export class PressEverything {
  readonly pressed: Pressed[] = [];
  readonly #page: Page;
  #screen = "";
  #refusal: Refusal = REFUSALS[0];
  #refused: { write: string; mark: string }[] = [];
  /** Writes that have been refused since the page was opened. */
  #answered = 0;
  #count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async start(): Promise<void> {
    await this.#page.addInitScript(NOTE_REQUESTS);
    await holdRequests(
      this.#page,
      (request) => this.#answer(request),
      () => {
        this.#answered = 0;
      },
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
    // An action that leads to another screen, or reloads, begins the presses again, where they ended.
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (round > 0) {
        await open();
        if (!(await focusBefore(this.#page, [...done]))) return found;
      }
      if (await this.#pressAll([], done, round === 0 ? "start" : "here")) return found;
    }
    this.#note([], null, ["never comes to an end"]);
    return found;
  }

  /** @returns whether the walk came around; false: the screen or the dialog is another one by now */
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
        else return true;
        isComplete = page.url() === address && (await this.#dialogs()) === dialogs;
        return isComplete;
      },
      from,
    );
    return isComplete;
  }

  /** How many dialogs are open. By attribute, as roles are looked for in the whole page. */
  #dialogs(): Promise<number> {
    return this.#page.locator("[role=dialog], [role=alertdialog]").count();
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
      const choose = async (): Promise<boolean> => {
        if (!(await this.#isBackOn(stop))) return false;
        await page.keyboard.press("Enter");
        await entries.first().waitFor();
        await page.keyboard.press("Home");
        for (let step = 0; step < at; step++) await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.waitForTimeout(MENU_MS);
        await this.#react();
        return true;
      };
      await this.#act([...path, stop.name, name], stop, choose, done);
      if (page.url() !== address) return;
    }
    done.add(self);
  }

  #press(path: string[], stop: Stop, key: "Enter" | "Space", done: Set<string>): Promise<void> {
    const page = this.#page;
    let presses = 0;
    const press = async (): Promise<boolean> => {
      // A row that was taken away, and came back with the refusal, is another element.
      if (presses++ > 0 && !(await this.#isBackOn(stop))) return false;
      await page.keyboard.press(key);
      await this.#react();
      return true;
    };
    return this.#act(path, stop, press, done);
  }

  /**
   * @param act presses the keys of an action
   * @returns false: it cannot any more
   */
  async #act(path: string[], stop: Stop, act: () => Promise<boolean>, done: Set<string>): Promise<void> {
    const page = this.#page;
    const dialogs = await this.#dialogs();
    const typed = await valuesOf(page);
    const faults: string[] = [];
    let write: string | null = null;
    for (const refusal of REFUSALS) {
      await this.#refuseAs(refusal);
      const isPressed = await act();
      // What has sent a write before sends one now, if only after it has read something.
      for (let at = 0; write !== null && isPressed && this.#refused.length === 0 && at < MOST_LOOKS; at++) {
        await page.waitForTimeout(REACTION_MS);
      }
      const [refused] = this.#refused;
      if (write === null && refused === undefined) break;
      const fail = (what: string) => faults.push(`${what}: ${refusal}`);
      if (!isPressed) fail("is not where it was");
      else if (refused === undefined && refusal !== "no network") fail("does nothing when it is pressed again");
      // Without a network, what it reads before it writes does not come either.
      else if (!(await this.#isSaid(refused?.mark ?? OFFLINE))) fail("does not say why it is refused");
      else if (refusal === "not in this plan" && !(await this.#isSaid("See plans"))) fail("does not lead to the plans");
      write ??= refused?.write ?? null;
      // It is tried again where it says so: in the dialog that it has opened, or on the screen below its own.
      const isElsewhere = (await this.#dialogs()) !== dialogs;
      const now = await valuesOf(page);
      if (typed.some((text) => !now.includes(text))) fail("loses what was typed");
      if (faults.length > 0 || isElsewhere) break;
    }
    await this.#refuseAs(REFUSALS[0]);
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

  /**
   * Waits until the page has done what a key makes it do, and each write that it has sent by then is refused. The page itself says
   * what it has sent: its answer and the browser's report of a request come in either order.
   */
  async #react(): Promise<void> {
    const sent = await this.#page.evaluate<[method: string, pathname: string][]>(
      `new Promise((next) => requestAnimationFrame(() => setTimeout(() =>
        requestIdleCallback(() => next(window.requestsOfScripts), { timeout: 1000 }), ${REACTION_MS})))`,
    );
    const writes = sent.filter(([method, pathname]) => isWrite(method, pathname)).length;
    for (let at = 0; this.#answered < writes && at < MOST_LOOKS; at++) await this.#page.waitForTimeout(REACTION_MS);
  }

  async #refuseAs(refusal: Refusal): Promise<void> {
    if ((refusal === "no network") !== (this.#refusal === "no network")) {
      await this.#page.context().setOffline(refusal === "no network");
    }
    this.#refusal = refusal;
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

  /** Goes on with Tab to where the focus was, if it is somewhere else by now. */
  async #isBackOn({ index, name }: Stop): Promise<boolean> {
    for (let presses = 0; presses < 100; presses++) {
      const now = await stopOf(this.#page);
      if (now?.index === index || now?.name === name) return true;
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

  async #answer(request: HeldRequest): Promise<void> {
    const { method, pathname } = request;
    if (!isWrite(method, pathname)) return request.pass();
    this.#answered++;
    const write = writeOf(method, pathname);
    if (this.#refusal === "no network") {
      this.#refused.push({ write, mark: OFFLINE });
      return request.disconnect();
    }
    const mark = `Try again in 60 s (${++this.#count}).`;
    this.#refused.push({ write, mark });
    if (this.#refusal === "not in this plan") await refuse(request, mark, "feature_not_in_tier");
    else await refuse(request, mark);
  }
}

function isWrite(method: string, pathname: string): boolean {
  return method !== "GET" && !isLookUp(pathname);
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
  // As one input: a key for each character takes longer than all else.
  await page.keyboard.insertText(text[kind] ?? "Something long enough");
}

/** What is in the fields of the page. */
function valuesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("input:not([type=checkbox], [type=radio]), textarea")]
      .map((field) => (field as HTMLInputElement).value)
      .filter((text) => text !== ""),
  );
}

/**
 * Answers as the API does when there were too many requests, or when the plan does not have it. A wait of a minute is longer
 * than the client repeats for.
 */
export function refuse(
  request: HeldRequest,
  words: string,
  error: "rate_limited" | "feature_not_in_tier" = "rate_limited",
): Promise<void> {
  const isPlan = error === "feature_not_in_tier";
  const title = isPlan ? "Payment Required" : "Too Many Requests";
  return request.answer({
    status: isPlan ? 402 : 429,
    headers: { "Content-Type": "application/problem+json", ...(isPlan ? {} : { "Retry-After": "60" }) },
    body: JSON.stringify({
      type: "about:blank",
      title,
      status: isPlan ? 402 : 429,
      detail: `${title}. ${words}`,
      instance: "urn:usher:request:refused",
      error,
      request_id: "refused",
      ...(isPlan
        ? { reason: "messages", tier: "free", used: 0, limit: 0, upgrade_url: "/app/account/plan" }
        : { retry_after: 60 }),
    }),
  });
}
