import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Axe as the package for Playwright has it, minified: 0.6 MB instead of 1.4. */
const AXE = `${readFileSync(
  createRequire(fileURLToPath(import.meta.resolve("@axe-core/playwright"))).resolve("axe-core/axe.min.js"),
  "utf8",
)};0`;
/** For a page that has it already. What a script comes to is sent here, so it is something small. */
const NOTHING = "0";
/** How a page is looked at. Without a viewport, in the window as it is. */
interface Rendering {
  colorScheme: "light" | "dark";
  viewport?: { width: number; height: number };
}

/** A phone and a desktop, one in each colour scheme. */
export const RENDERINGS = [
  { colorScheme: "light", viewport: { width: 390, height: 844 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
] as const satisfies Rendering[];

const SCHEMES: Rendering[] = [{ colorScheme: "light" }, { colorScheme: "dark" }];
/** The rules whose findings depend on colours. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];
/** More elements inside one another than a page has: each may begin a transition when its parent's ends. */
const DEEPEST = 100;
/** More animations after one another than a page has. */
const MOST_ROUNDS = 20;
/** React Aria announces a pending button by its id; the announcement stays for some seconds after the button is gone. */
const ANNOUNCER = "[data-live-announcer]";

/**
 * The violations that axe-core finds in a page, in each rendering. Where a rendering has the window of the one before, only
 * colours can differ, and only their rules run again.
 * @param options `renderings`: default both colour schemes; `rules`: default all
 * @returns lines with scheme, rule and elements
 */
export async function violationsIn(
  page: Page,
  { renderings = SCHEMES, rules }: { renderings?: readonly Rendering[]; rules?: string[] } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, { colorScheme, viewport }] of renderings.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (viewport !== undefined) await page.setViewportSize(viewport);
    await endAnimations(page);
    const axe = (await axeIn(page)).options({ resultTypes: ["violations"] }).exclude(ANNOUNCER);
    const isSameWindow = index > 0 && viewport === undefined;
    const chosen = rules ?? (isSameWindow ? COLOR_RULES : undefined);
    const { violations } = await (chosen === undefined ? axe : axe.withRules(chosen)).analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    );
  }
  return found;
}

/** Axe for a page, which it loads once where there are no frames; the package does twice with each run. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page, axeSource: AXE });
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  // Opens no second page for each run. Reaches no frames, though.
  return new AxeBuilder({ page, axeSource: NOTHING }).setLegacyMode();
}

/**
 * Ends every animation that has an end: what fades in has too little contrast meanwhile. With reduced motion every element has a
 * transition of 1 ms, and a colour that is inherited begins its own when the parent's has ended, a frame later each time.
 */
async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    // One that keeps its last frame stays in the list when it has ended.
    const ending = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity);
    // What a page does when one ends may begin another.
    for (let rounds = 0; rounds < ${MOST_ROUNDS} && ending().length > 0; rounds++) {
      for (let left = ending(), depth = 0; left.length > 0 && depth < ${DEEPEST}; left = ending(), depth++)
        for (const animation of left) animation.finish();
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    }
  })()`);
}
