import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isLookUp } from "./writes.ts";

const CONSOLE = fileURLToPath(new URL("../../console/src/", import.meta.url));
const SOURCES = new Map(
  globSync("**/*.{ts,tsx}", { cwd: CONSOLE }).map((file) => [file, readFileSync(CONSOLE + file, "utf8")]),
);

/** `const save = useMutation(`, `useSave(` or `useMergedSave<…>(`; without a name, a hook returns it. */
const MUTATION = /(?:const (\w+) = |return )use(?:Mutation\(|Save\(|MergedSave<)/g;
const HOOK = /function (use\w+)\([^)]*\) \{(?:(?!\n\}).)*return useMutation\(/gs;
/** Before each top-level declaration: files may have several components with mutations of one name. */
const DECLARATION = /\n(?=(?:export )?(?:async )?(?:function|const|class) )/;
const WRITE = /\bapi\s*\.(?:POST|PUT|PATCH|DELETE)\(\s*"([^"]+)"/g;
/** Matches code that shows an error, or passes one to a component that does. */
const SHOWS = /<Refusal\b|<Confirm(?:Dialog|Button)\b|<(?:Message)?Form\b|\breasonOf\(|\berror=\{/;

/** True if a file passes a mutation's error to `Refusal` or `reasonOf`, directly or as the `error` of a component that does. */
function shows(code: string, name: string): boolean {
  return [
    // Not as one of several with `??`: the error of an earlier action would hide that of the last one.
    `error=\\{(?![^}]*\\?\\?)[^}]*\\b${name}(?:\\.action)?\\.error\\b`,
    `lastError\\([^)]*\\b${name}\\b`,
    `reasonOf\\(${name}\\.error\\b`,
    // A form shows the refusal of its action.
    `<(?:Message)?Form\\s+(?:key=\\{\\w+\\}\\s+)?action=\\{[^}]*\\b${name}\\b`,
    // A toast shows it if the pressed control no longer exists.
    `const ${name} = useMutation\\(\\{(?:(?!\\n  \\}).)*onError: [^\\n]*\\btoast\\(`,
    // A hook returns it as its own error.
    `const error = [^;]*\\b${name}\\.error\\b`,
  ].some((pattern) => new RegExp(pattern, "s").test(code));
}

/** True if a file, or every file that imports it, shows errors. */
function isShown(file: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (SHOWS.test(SOURCES.get(file) ?? "")) return true;
  const name = basename(file).replaceAll(".", "\\.");
  const importers = [...SOURCES].filter(
    ([other, code]) => !seen.has(other) && other !== file && new RegExp(`from "[^"]*/${name}"`).test(code),
  );
  return importers.length > 0 && importers.every(([importer]) => isShown(importer, new Set([...seen, file])));
}

describe("error display of the console's writes", () => {
  it("passes the error of every mutation to Refusal or reasonOf", () => {
    const mutations = [...SOURCES].flatMap(([file, code]) => {
      const hooks = [...code.matchAll(HOOK)].flatMap(([, hook]) =>
        [...code.matchAll(new RegExp(`const (\\w+) = ${hook}\\(`, "g"))].map(([, name]) => ({ file, code, name })),
      );
      // A hook returns its mutation to another declaration of the file.
      const direct = code.split(DECLARATION).flatMap((declaration) =>
        [...declaration.matchAll(MUTATION)]
          .filter(([, name]) => name !== undefined)
          .map(([, name]) => ({
            file,
            code: declaration.startsWith("export function use") ? code : declaration,
            name,
          })),
      );
      return [...hooks, ...direct];
    });
    expect(mutations.length).toBeGreaterThan(50);
    const silent = mutations.filter(({ code, name = "" }) => !shows(code, name));
    expect(silent.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  it("writes only in files that show errors, or that only such files import", () => {
    const writers = [...SOURCES].filter(([, code]) =>
      [...code.matchAll(WRITE)].some(([, path]) => path !== undefined && !isLookUp(path)),
    );
    expect(writers.length).toBeGreaterThan(40);
    expect(writers.map(([file]) => file).filter((file) => !isShown(file))).toEqual([]);
  });
});
