import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProvidedContext } from "vitest";

export type Suite = ProvidedContext["suite"];

/** The tags of tests; any other tag fails the run. */
export const TAGS = [
  { name: "slow", description: "left out of `npm test`" },
  { name: "rounds", description: "with a third of its rounds in `npm test`" },
];

/** A tag in the options of a test or a group, or above a whole file. */
const TAGGED = /\btags: "(?:slow|rounds)"|@module-tag (?:slow|rounds)\b/;
const SLOW_FILE = /@module-tag slow\b/;

/** Returns the test files without a test of the run, so that it does not load them. */
export function filesLeftOut(suite: Suite, root: string): string[] {
  if (suite === "all") return [];
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return suite === "slow" ? !TAGGED.test(text) : SLOW_FILE.test(text);
    });
}
