import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The axe version of the Playwright package, minified: 0.6 MB instead of 1.4 MB. */
const AXE = `${readFileSync(
  createRequire(fileURLToPath(import.meta.resolve("@axe-core/playwright"))).resolve("axe-core/axe.min.js"),
  "utf8",
)};0`;
/** Script for a page that already has axe. Its result is sent to the test, so it is small. */
const NOTHING = "0";
/** Rendering of a page. Without a viewport, the window keeps its size. */
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
/** More nested elements than any page has. Each may start a transition when its parent's ends. */
const DEEPEST = 100;
/** More sequential animations than any page has. */
const MOST_ROUNDS = 20;
/** React Aria announces a pending button by its ID; the announcement stays some seconds after the button was removed. */
const ANNOUNCER = "[data-live-announcer]";

/**
 * Returns the violations that axe-core finds in a page, in each rendering. If a rendering keeps the previous window size, only
 * colours can differ, so only their rules run again.
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

/** Creates axe for a page, and loads it once if there are no iframes; the package loads it twice per run. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page, axeSource: AXE });
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  // Opens no second page for each run. Reaches no frames, though.
  return new AxeBuilder({ page, axeSource: NOTHING }).setLegacyMode();
}

/**
 * Ends every finite animation, because an element that fades in has too little contrast. With reduced motion every element has a
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
