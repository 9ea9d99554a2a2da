import type { Locator, Page } from "playwright-core";

/** More presses than any screen has stops. */
const MOST_PRESSES = 250;

/** What was wrong with a walk over a screen by keyboard. */
export interface Walk {
  /** Names of all controls that took the focus, in their order. */
  reached: string[];
  /** Controls that neither Tab nor arrow keys lead to. */
  unreachable: string[];
  /** Stops without a ring that can be seen. */
  withoutRing: string[];
  /** Stops that are outside of the window, or covered, when they have the focus. */
  outOfSight: string[];
}

/** One stop, as the page describes it. */
interface Stop {
  index: number;
  name: string;
  isRadio: boolean;
  hasRing: boolean;
  isInSight: boolean;
}

/**
 * Functions of the page: which controls there are, and which has the focus. In the page, because a walk asks after each key.
 */
async function install(page: Page): Promise<void> {
  await page.evaluate(() => {
    const KINDS = [
      "a[href], button, input, select, textarea, summary, iframe, [contenteditable=true], [tabindex='0']",
      "[role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=menuitem], [role=option], [role=tab]",
    ].join(", ");
    const known: Element[] = [];
    const indexOf = (element: Element): number => {
      const at = known.indexOf(element);
      return at >= 0 ? at : known.push(element) - 1;
    };
    const nameOf = (element: Element): string => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const labelled = (element.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id));
      const words = [element.getAttribute("aria-label"), ...labelled.map((label) => label?.textContent)];
      const name = [
        ...words,
        ...labels.map((label) => label.textContent),
        element.textContent,
        element.getAttribute("title"),
      ]
        .map((text) => text?.trim() ?? "")
        .find((text) => text !== "");
      return `${element.getAttribute("role") ?? element.localName}: ${(name ?? "").slice(0, 60)}`;
    };
    const isThere = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest("[inert], [aria-hidden=true], [data-live-announcer]") === null &&
      !element.matches(":disabled, [aria-disabled=true], [type=hidden]");
    // A list whose focus stays on itself and names the active row has keys for what is in its rows.
    const isOfRow = (element: Element): boolean =>
      element.matches("[role=row] *") && element.matches("[tabindex='-1']");
    // Labels that react to a press stand for the field within; a list's options are reached with arrows once it is open.
    const controls = () =>
      [...document.querySelectorAll(KINDS)].filter((element) => isThere(element) && !isOfRow(element));
    const ringOf = (element: Element): Element | null => {
      const active = element.getAttribute("aria-activedescendant");
      const around = element.closest("label, [data-focus-visible]");
      const candidates = [
        element,
        element.nextElementSibling,
        around,
        ...(around?.querySelectorAll("[aria-hidden=true], .dot") ?? []),
        active === null ? null : document.getElementById(active),
      ];
      return (
        candidates.find((candidate) => {
          if (candidate === null || candidate === undefined) return false;
          const { outlineStyle, outlineWidth, boxShadow, clipPath, opacity } = getComputedStyle(candidate);
          const isVisible = clipPath === "none" && opacity !== "0" && candidate.getBoundingClientRect().width > 2;
          const hasOutline = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
          return isVisible && (hasOutline || boxShadow.includes("inset"));
        }) ?? null
      );
    };
    const isInSight = (element: Element): boolean => {
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return false;
      // Something of it is on top: its middle, or one of its corners.
      const x = [left + width / 2, left + 3, right - 3];
      const y = [top + height / 2, top + 3, bottom - 3];
      return x.some((px) =>
        y.some((py) => {
          const hit = document.elementFromPoint(px, py);
          return hit !== null && (element.contains(hit) || hit.contains(element));
        }),
      );
    };
    const stop = (): Stop | null => {
      const element = document.activeElement;
      if (element === null || element === document.body || element === document.documentElement) return null;
      const ring = ringOf(element);
      return {
        index: indexOf(element),
        name: nameOf(element),
        isRadio: element.matches("input[type=radio]"),
        hasRing: ring !== null || element.localName === "iframe",
        isInSight: isInSight(ring ?? element),
      };
    };
    const listed = () => controls().map((element) => ({ index: indexOf(element), name: nameOf(element) }));
    Object.assign(window, { keyboardWalk: { stop, listed } });
  });
}

declare global {
  interface Window {
    keyboardWalk: { stop(): Stop | null; listed(): { index: number; name: string }[] };
  }
}

const stopOf = (page: Page) => page.evaluate(() => window.keyboardWalk.stop());

/**
 * Presses Tab from the top of the page, or of the dialog that is open, until it comes around; in groups of radio buttons the
 * arrow keys.
 */
export async function walk(page: Page): Promise<Walk> {
  await install(page);
  const isDialog = (await page.getByRole("dialog").count()) > 0;
  // From the very beginning, wherever the focus is.
  if (!isDialog)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const stops = new Map<number, Stop>();
  let first: number | null = null;
  let last: number | null = null;
  for (let press = 0; press < MOST_PRESSES; press++) {
    await page.keyboard.press("Tab");
    const stop = await stopOf(page);
    // Past the last one: the next Tab is on the first one again.
    if (stop === null) continue;
    // A date has a stop for each of its parts.
    if (stop.index === last) continue;
    if (stop.index === first) break;
    first ??= stop.index;
    last = stop.index;
    if (stops.has(stop.index)) continue;
    stops.set(stop.index, stop);
    if (stop.isRadio) await walkRadios(page, stops);
  }
  const listed = await page.evaluate(() => window.keyboardWalk.listed());
  const seen = [...stops.values()];
  return {
    reached: seen.map(({ name }) => name),
    unreachable: listed.filter(({ index }) => !stops.has(index)).map(({ name }) => name),
    withoutRing: seen.filter(({ hasRing }) => !hasRing).map(({ name }) => name),
    outOfSight: seen.filter(({ isInSight }) => !isInSight).map(({ name }) => name),
  };
}

/** Through a group and back to where it began, so that it says what it said. */
async function walkRadios(page: Page, stops: Map<number, Stop>): Promise<void> {
  const { index: start } = (await stopOf(page)) ?? {};
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press("ArrowDown");
    const stop = await stopOf(page);
    if (stop === null || stop.index === start) return;
    stops.set(stop.index, stop);
  }
}

/** Presses a key until a control has the focus. @throws Error when it never gets it */
export async function reach(page: Page, target: Locator, key = "Tab"): Promise<void> {
  const one = target.first();
  await one.waitFor({ state: "attached" });
  for (let press = 0; press <= MOST_PRESSES; press++) {
    if (await one.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** Goes to a control with Tab and presses a key on it. */
export async function press(page: Page, target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field with Tab and types into it, in place of what it has. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Opens a menu or a list with the keyboard and chooses of it with the arrow keys. */
export async function choose(page: Page, trigger: Locator, name: string | RegExp): Promise<void> {
  await press(page, trigger);
  const item = page.getByRole("menuitem", { name }).or(page.getByRole("option", { name }));
  await reach(page, item, "ArrowDown");
  await page.keyboard.press("Enter");
}
