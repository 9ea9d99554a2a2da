import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL("../../console/src/", import.meta.url));
const read = (file: string): string => readFileSync(join(SOURCE, file), "utf8");

/** Classes in the selectors of a style sheet. */
const definedIn = (css: string): string[] =>
  [...read(css).matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name]) => name ?? "");

/** Classes in the `className` texts of a component. */
const usedIn = (tsx: string): string[] =>
  [...read(tsx).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`)/g)].flatMap(([, text, template]) =>
    (text ?? template ?? "").split(/\s+/),
  );

/** Returns a file and all that it imports, without what it loads later with `import()`. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of read(file).matchAll(/(?:from|^import) "(\.[^"]+\.(?:css|tsx?))"/gm))
    importsOf(join(dirname(file), path ?? ""), seen);
  return seen;
}

describe("imports of style sheets in the console", () => {
  it("loads the style sheet of each class with every screen that uses the class", () => {
    const defined = new Set(globSync("**/*.css", { cwd: SOURCE }).flatMap(definedIn));
    const screens = globSync("**/screen.tsx", { cwd: SOURCE });
    const missing = screens.flatMap((screen) => {
      const files = [...importsOf(screen, importsOf("main.tsx"))];
      const reached = new Set(files.filter((file) => file.endsWith(".css")).flatMap(definedIn));
      return files
        .filter((file) => file.endsWith(".tsx"))
        .flatMap((file) => usedIn(file).map((name) => ({ screen, file, name })))
        .filter(({ name }) => defined.has(name) && !reached.has(name));
    });
    expect(missing).toEqual([]);
    expect(screens.length).toBeGreaterThan(20);
    expect(defined.size).toBeGreaterThan(100);
  });
});
