import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { circlesIn, featureGraph } from "./architecture/features.ts";
import { badName, clocksIn, environmentIn, tooLong } from "./architecture/habits.ts";
import { LAYERS, layerOf, refusal } from "./architecture/layers.ts";
import { featureOf, type Module, ROOT, readModules } from "./architecture/modules.ts";
import { tablesDeclaredBy, WRITERS, wrongWrites } from "./architecture/tables.ts";

const MODULES = readModules();
const ALL = [...MODULES.values()];
const PROGRAMS = ALL.filter(({ path }) => /^(src|scoring-engine)\//.test(path));
const DOCUMENTS = [
  "README.md",
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Each module's problems, one a line; the list is what a failed test shows. */
function problems(modules: readonly Module[], find: (module: Module) => (string | null)[]): string[] {
  return modules.flatMap(find).filter((problem) => problem !== null);
}

describe("who may import whom", () => {
  test("is asked of every module, and every layer has some", () => {
    expect(PROGRAMS.length).toBeGreaterThan(250);
    const counts = Map.groupBy(ALL, (module) => layerOf(module).name);
    expect(LAYERS.filter(({ name }) => !counts.has(name)).map(({ name }) => name)).toEqual([]);
  });

  test("is as the layers say", () => {
    expect(problems(ALL, (module) => module.imports.map((found) => refusal(module, found, MODULES)))).toEqual([]);
  });

  test("goes to files that are there", () => {
    const missing = problems(ALL, ({ path, imports }) =>
      imports.map(({ target, isLocal }) => (isLocal && !existsSync(ROOT + target) ? `${path}: no ${target}` : null)),
    );
    expect(missing).toEqual([]);
  });

  test("never comes round to the same feature again", () => {
    const graph = featureGraph(MODULES);
    expect(graph.size).toBeGreaterThan(10);
    expect(circlesIn(graph)).toEqual([]);
  });
});

describe("a table", () => {
  const declared = ALL.filter(({ path }) => path.startsWith("src/db/schema/")).flatMap(tablesDeclaredBy);

  test("has one owner", () => {
    expect(declared.length).toBeGreaterThan(20);
    expect(Object.keys(WRITERS).sort()).toEqual(declared.sort());
    const features = new Set(ALL.map(({ path }) => featureOf(path)));
    expect(Object.values(WRITERS).filter(({ owner }) => !features.has(owner))).toEqual([]);
  });

  test("is written by its owner, and beside it by those that say what they write", () => {
    expect(problems(PROGRAMS, wrongWrites)).toEqual([]);
  });
});

describe("a file", () => {
  test("is short, and so are its functions", () => {
    expect(problems(PROGRAMS, tooLong)).toEqual([]);
  });

  test("has a name of its own, and something in it", () => {
    expect(problems(ALL, badName)).toEqual([]);
  });

  test("is handed the time", () => {
    expect(problems(PROGRAMS, clocksIn)).toEqual([]);
  });

  test("is handed its configuration", () => {
    const variables = namesIn("src/env.ts", /^ {2}([A-Z][A-Z0-9_]+): (?!D1|KV|R2|Durable|Queue|Fetcher)/gm);
    expect(variables).toContain("PLATFORM_SECRET");
    expect(problems(PROGRAMS, (module) => environmentIn(module, variables))).toEqual([]);
  });
});

describe("what is written about the code", () => {
  test.each(DOCUMENTS)("%s names files that are there", (document) => {
    const named = namesIn(document, /`([\w.-]+(?:\/[\w.-]+)*\/?)`/g).filter(isPath);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });

  test("docs/architecture.md knows every layer", () => {
    const named = namesIn("docs/architecture.md", /^\| \*\*([a-z]+)\*\* \|/gm);
    expect(named.sort()).toEqual(LAYERS.map(({ name }) => name).sort());
  });

  test("README.md and .dev.vars.example know every variable of the Worker", () => {
    const variables = namesIn("src/env.ts", /^ {2}([A-Z][A-Z0-9_]+): (?:url|text|secret|optional|z)\b/gm);
    const readme = readFileSync(`${ROOT}README.md`, "utf8");
    const example = namesIn(".dev.vars.example", /^(?:# )?([A-Z][A-Z0-9_]*)=/gm);
    expect(variables.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
    expect(variables.filter((name) => !example.includes(name))).toEqual([]);
  });

  test("README.md knows every queue and every Durable Object", () => {
    const names = namesIn("wrangler.toml", /^(?:queue|class_name|dead_letter_queue) = "([\w-]+)"/gm);
    expect(names.length).toBeGreaterThan(8);
    const readme = readFileSync(`${ROOT}README.md`, "utf8");
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});

/** What the first group of a pattern finds in a file, each once. */
function namesIn(path: string, pattern: RegExp): string[] {
  const text = readFileSync(ROOT + path, "utf8");
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

/** Whether a name in a text is meant as a path of the project: it begins with something at the root, or is there. */
function isPath(name: string): boolean {
  const [first = ""] = name.split("/");
  const isMadeAtRuntime = [".wrangler", ".data", ".dev.vars"].includes(first);
  if (name.includes("/")) return existsSync(ROOT + first) && !isMadeAtRuntime;
  return /\.(md|toml|json|yaml)$/.test(name) && !isMadeAtRuntime;
}
