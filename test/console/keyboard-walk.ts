import type { Locator, Page } from "playwright-core";

/** Limit of key presses, above the number of stops of any screen. */
const MOST_PRESSES = 250;
/** Timeout for a focus ring and for scrolling a control into view. Only a fault takes that long. */
const SETTLED_MS = 5_000;

/** A focused control, as the page describes it. */
export interface Stop {
  /** Identifies the element until the page is reloaded. */
  index: number;
  /** Its role and its accessible name: `button: Save`. */
  name: string;
  /** Key that moves within its group, where Tab reaches only one of the controls. */
  groupKey: "ArrowDown" | "ArrowRight" | null;
  /** Effect of Enter on the control. */
  kind: "action" | "opener" | "expander" | "toggle" | "text" | "grid" | "place" | "other";
  hasRing: boolean;
  isInSight: boolean;
  /** Location: `frame` is the part that all screens share, such as the navigation. */
  place: "frame" | "main" | "dialog";
  /** Number of open dialogs. */
  dialogs: number;
}

/** Keyboard faults of a screen. */
export interface Walk {
  /** Names of all controls that got the focus, in order. */
  reached: string[];
  /** Controls that neither Tab nor arrow keys reach. */
  unreachable: string[];
  /** Stops without a visible focus ring. */
  withoutRing: string[];
  /** Stops that are outside the window or covered while they have the focus. */
  outOfSight: string[];
}

declare global {
  interface Window {
    keyboardWalk?: {
      stop(): Stop | null;
      settled(): Promise<Stop | null>;
      listed(): { index: number; name: string }[];
      focusBefore(names: string[]): boolean;
      focusAgain(index: number, name: string): void;
    };
  }
}

/** Installs functions in the page that list its controls and describe the focused one. */
async function install(page: Page): Promise<void> {
  await page.evaluate((mostMs) => {
    if (window.keyboardWalk !== undefined) return;
    const KINDS = [
      "a[href], button, input, select, textarea, summary, iframe, [contenteditable=true], [tabindex='0']",
      "[role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=menuitem], [role=option], [role=tab]",
    ].join(", ");
    const DIALOGS = "[role=dialog], [role=alertdialog]";
    const known: Element[] = [];
    const indexOf = (element: Element): number => {
      const at = known.indexOf(element);
      return at >= 0 ? at : known.push(element) - 1;
    };
    const nameOf = (element: Element): string => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ");
      const texts = [
        element.getAttribute("aria-label"),
        ...ids.map((id) => document.getElementById(id)?.textContent),
        ...labels.map((label) => label.textContent),
        element.textContent,
        element.getAttribute("title"),
      ];
      const name = texts.map((text) => text?.trim() ?? "").find((text) => text !== "") ?? "";
      return `${element.getAttribute("role") ?? element.localName}: ${name.slice(0, 60)}`;
    };
    const isThere = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest("[inert], [aria-hidden=true], [data-live-announcer]") === null &&
      !element.matches(":disabled, [aria-disabled=true], [type=hidden]");
    // A grid that keeps the focus and names the active row has its own keys for the controls in its rows.
    const isOfRow = (element: Element): boolean =>
      element.matches("[role=row] *") && element.matches("[tabindex='-1']");
    const ringOf = (element: Element): Element | undefined => {
      const around = element.closest("label, [data-focus-visible]");
      const candidates = [
        element,
        element.nextElementSibling,
        around,
        ...(around?.querySelectorAll("[aria-hidden=true], .dot") ?? []),
        document.getElementById(element.getAttribute("aria-activedescendant") ?? ""),
      ];
      return candidates
        .filter((candidate) => candidate !== null)
        .find((candidate) => {
          const { outlineStyle, outlineWidth, boxShadow, clipPath, opacity } = getComputedStyle(candidate);
          const isVisible = clipPath === "none" && opacity !== "0" && candidate.getBoundingClientRect().width > 2;
          const hasOutline = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
          return isVisible && (hasOutline || boxShadow.includes("inset"));
        });
    };
    const isInSight = (element: Element): boolean => {
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return false;
      // In sight if its centre, or a point near an edge, is not covered.
      return [left + width / 2, left + 3, right - 3].some((x) =>
        [top + height / 2, top + 3, bottom - 3].some((y) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (element.contains(hit) || hit.contains(element));
        }),
      );
    };
    const kindOf = (element: Element): Stop["kind"] => {
      if (element.matches("[aria-haspopup]")) return "opener";
      if (element.matches("summary, [aria-expanded]")) return "expander";
      if (element.matches("[role=grid]")) return "grid";
      if (element.matches("[tabindex='-1']:not(a, button, input, select, textarea)")) return "place";
      if (element.matches("button")) return "action";
      if (element.matches("[type=checkbox]")) return "toggle";
      if (element.matches("textarea, input:not([type=radio], [type=color], [type=datetime-local])")) return "text";
      return "other";
    };
    const stop = (): Stop | null => {
      const element = document.activeElement;
      if (element === null || element === document.body || element === document.documentElement) return null;
      const ring = ringOf(element);
      return {
        index: indexOf(element),
        name: nameOf(element),
        groupKey: element.matches("[type=radio]") ? "ArrowDown" : element.matches("[role=tab]") ? "ArrowRight" : null,
        kind: kindOf(element),
        hasRing: ring !== undefined || element.localName === "iframe",
        isInSight: isInSight(ring ?? element),
        place: element.closest(DIALOGS) ? "dialog" : element.closest("main") ? "main" : "frame",
        dialogs: document.querySelectorAll(DIALOGS).length,
      };
    };
    // An element that covers it, such as the previously focused skip link, may still be moving away.
    const settled = async (): Promise<Stop | null> => {
      const givesUp = performance.now() + mostMs;
      let found = stop();
      while (found !== null && !(found.hasRing && found.isInSight) && performance.now() < givesUp) {
        await new Promise((next) => requestAnimationFrame(next));
        found = stop();
      }
      return found;
    };
    const listed = () =>
      [...document.querySelectorAll(KINDS)]
        .filter((element) => isThere(element) && !isOfRow(element))
        .map((element) => ({ index: indexOf(element), name: nameOf(element) }));
    const focusBefore = (names: string[]): boolean => {
      const controls = [...document.querySelectorAll<HTMLElement>(KINDS)].filter(
        (element) => isThere(element) && !isOfRow(element) && element.tabIndex >= 0,
      );
      // Arrow keys lead to them.
      const isChoice = (element: Element) => element.matches("[type=radio], [role=radio], [role=tab]");
      const next = controls.find(
        (element) => element.closest("main") !== null && !isChoice(element) && !names.includes(nameOf(element)),
      );
      if (next === undefined) return false;
      // Starts before the form, so that its fields are filled before it is saved.
      const form = next.closest("form");
      const at = controls.findIndex((element) => (form === null ? element === next : form.contains(element)));
      controls[at - 1]?.focus();
      return true;
    };
    const focusAgain = (index: number, name: string): void => {
      const before = known[index];
      const isStillThere = before?.isConnected === true && isThere(before);
      const found = isStillThere ? before : [...document.querySelectorAll(KINDS)].find((one) => nameOf(one) === name);
      if (found instanceof HTMLElement) found.focus();
    };
    window.keyboardWalk = { stop, settled, listed, focusBefore, focusAgain };
  }, SETTLED_MS);
}

/**
 * Moves the focus to just before a screen's first control that is not among the names, or before that control's form.
 * @returns false when all are among them
 */
export async function focusBefore(page: Page, names: string[]): Promise<boolean> {
  await install(page);
  return page.evaluate((done) => window.keyboardWalk?.focusBefore(done) ?? false, names);
}

/** Moves the focus back to a visited control, or to one with its name if the element was replaced. */
export async function focusAgain(page: Page, { index, name }: Stop): Promise<void> {
  await install(page);
  await page.evaluate(([at, text]) => window.keyboardWalk?.focusAgain(at, text), [index, name] as const);
}

/** Returns the focused control, or null. */
export async function stopOf(page: Page): Promise<Stop | null> {
  const stop = () => page.evaluate(() => (window.keyboardWalk === undefined ? "missing" : window.keyboardWalk.stop()));
  const found = await stop();
  if (found !== "missing") return found;
  await install(page);
  const again = await stop();
  return again === "missing" ? null : again;
}

/** Returns the focused control once its ring is drawn and it is in sight, or after a timeout. */
async function settledStopOf(page: Page): Promise<Stop | null> {
  const stop = await stopOf(page);
  if (stop === null || (stop.hasRing && stop.isInSight)) return stop;
  return page.evaluate(() => window.keyboardWalk?.settled() ?? null);
}

/**
 * Presses Tab until the focus wraps around, and arrow keys in groups of radio buttons and tabs. In a dialog it wraps around
 * within the dialog.
 * @param from `here`: continues from the focused control to the end of the page
 * @param visit called at each stop; it may move the focus elsewhere on the screen, and returns false to end the walk. With
 *   it, the walk does not wait until a stop has its ring and is in sight
 */
export async function walk(
  page: Page,
  visit?: (stop: Stop) => Promise<boolean>,
  from: "start" | "here" = "start",
): Promise<Walk> {
  await install(page);
  const look = visit === undefined ? settledStopOf : stopOf;
  const stops = new Map<number, Stop>();
  let first: number | null = null;
  let last: number | null = null;
  for (let press = 0; press < MOST_PRESSES; press++) {
    await page.keyboard.press("Tab");
    const stop = await look(page);
    // After the last stop, the next Tab is on the first one again. A date field has a stop for each of its parts.
    if (stop === null && from === "here") break;
    if (stop === null || stop.index === last) continue;
    if (stop.index === first) break;
    first ??= stop.index;
    last = stop.index;
    if (stops.has(stop.index)) continue;
    stops.set(stop.index, stop);
    if (stop.groupKey !== null) await walkGroup(page, stop.groupKey, stops, look);
    if (visit !== undefined && !(await visit(stop))) break;
  }
  const listed = await page.evaluate(() => window.keyboardWalk?.listed() ?? []);
  const seen = [...stops.values()];
  return {
    reached: seen.map(({ name }) => name),
    unreachable: listed.filter(({ index }) => !stops.has(index)).map(({ name }) => name),
    withoutRing: seen.filter(({ hasRing }) => !hasRing).map(({ name }) => name),
    outOfSight: seen.filter(({ isInSight }) => !isInSight).map(({ name }) => name),
  };
}

/** Walks through a group and back to its first control, so that its value is unchanged. */
async function walkGroup(page: Page, key: string, stops: Map<number, Stop>, look: typeof stopOf): Promise<void> {
  const start = (await stopOf(page))?.index;
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press(key);
    const stop = await look(page);
    if (stop === null || stop.index === start) return;
    stops.set(stop.index, stop);
  }
}

/** Presses a key until a control has the focus. @throws Error if it never does */
export async function reach(page: Page, target: Locator, key = "Tab"): Promise<void> {
  const one = target.first();
  // Looked up once, because a lookup by role takes longer than a press.
  let element = await one.elementHandle();
  for (let press = 0; press <= MOST_PRESSES; press++) {
    const hasFocus = await element?.evaluate((it) => (it.isConnected ? it === document.activeElement : null));
    if (hasFocus) return;
    if (hasFocus === false) await page.keyboard.press(key);
    else element = await one.elementHandle();
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** Goes to a control with Tab and presses a key on it. */
export async function press(page: Page, target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field with Tab and replaces its text by typing. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Opens a menu or a list with the keyboard and chooses an entry with the arrow keys. */
export async function choose(page: Page, trigger: Locator, name: string | RegExp): Promise<void> {
  await press(page, trigger);
  await reach(page, page.getByRole("menuitem", { name }).or(page.getByRole("option", { name })), "ArrowDown");
  await page.keyboard.press("Enter");
}
