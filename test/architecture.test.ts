import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cyclesIn, moduleGraph, roomGraph } from "./architecture/cycles.ts";
import { badName, clocksIn, environmentIn, positionalResults, tooLong } from "./architecture/habits.ts";
import { LAYERS, layerOf, refusal } from "./architecture/layers.ts";
import { type Module, parseModule, ROOT, readModules, roomOf } from "./architecture/modules.ts";
import { tablesDeclaredBy, WRITERS, wrongWrites } from "./architecture/tables.ts";

const MODULES = readModules();
const ALL = [...MODULES.values()];
const PROGRAMS = ALL.filter(({ path }) => /^(src|scoring-engine)\//.test(path));
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Each module's problems, one a line; the list is what a failed test shows. */
function problems(modules: readonly Module[], find: (module: Module) => (string | null)[]): string[] {
  return modules.flatMap(find).filter((problem) => problem !== null);
}

describe("who may import whom", () => {
  test("is checked for every module, and every layer has some", () => {
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

  test("makes no cycle of rooms, type imports included", () => {
    const graph = roomGraph(MODULES);
    expect(graph.size).toBeGreaterThan(20);
    expect(cyclesIn(graph)).toEqual([]);
  });

  test("makes no cycle of modules, type imports included", () => {
    const graph = moduleGraph(MODULES);
    expect(graph.size).toBeGreaterThan(500);
    expect(cyclesIn(graph)).toEqual([]);
  });

  test("keeps tests and benchmarks apart: what both need is in testkit/", () => {
    const crossing = problems(ALL, ({ path, imports }) =>
      imports.map(({ target }) => (isCrossing(path, target) ? `${path} imports ${target}` : null)),
    );
    expect(crossing).toEqual([]);
  });
});

describe("a table", () => {
  const declared = ALL.filter(({ path }) => path.startsWith("src/db/schema/")).flatMap(tablesDeclaredBy);

  test("has one owner", () => {
    expect(declared.length).toBeGreaterThan(20);
    expect(Object.keys(WRITERS).sort()).toEqual(declared.sort());
    const features = new Set(ALL.map(({ path }) => roomOf(path)));
    expect(Object.values(WRITERS).filter(({ owner }) => !features.has(owner))).toEqual([]);
  });

  test("is written by its owner, and beside it by those that say what they write", () => {
    expect(problems(PROGRAMS, wrongWrites)).toEqual([]);
  });
});

describe("a file", () => {
  test("has short functions", () => {
    expect(problems(PROGRAMS, tooLong)).toEqual([]);
  });

  test("has a name of its own, and something in it", () => {
    expect(problems(ALL, badName)).toEqual([]);
  });

  test("is handed the time", () => {
    expect(problems(PROGRAMS, clocksIn)).toEqual([]);
  });

  test("names the results of a batch of more than two statements", () => {
    expect(problems(PROGRAMS, positionalResults)).toEqual([]);
  });

  test("is handed its configuration", () => {
    const variables = namesIn("src/env.ts", /^ {2}([A-Z][A-Z0-9_]+): (?!D1|KV|R2|Durable|Queue|Fetcher|Images)/gm);
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

  /** The most files of a request that docs/architecture.md follows. */
  const MOST_FILES: Record<string, number> = {
    "GET /access/{token}": 7,
    "POST /rsvp": 9,
    "POST /events/{id}/check-in": 6,
    "POST /events/{id}/messages": 4,
    "The broadcast that follows, from due to delivered": 9,
  };

  test("docs/architecture.md lists the files of a request, each called by one before it", () => {
    const document = readFileSync(`${ROOT}docs/architecture.md`, "utf8");
    const rows = [...document.matchAll(/^\| `?([^|`]+)`? \| (\d+) \| (`src\/.+) \|$/gm)];
    expect(rows.map(([, request]) => request)).toEqual(Object.keys(MOST_FILES));
    for (const [, request = "", count, list = ""] of rows) {
      const files = [...list.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
      expect(files.length, request).toBe(Number(count));
      expect(files.length, request).toBeLessThanOrEqual(MOST_FILES[request] ?? 0);
      const importedBefore = (path: string, index: number) =>
        files.slice(0, index).some((before) => MODULES.get(before)?.imports.some(({ target }) => target === path));
      // The consumer of a queue is called with what was published, and imports what handles it.
      const isEntry = (path: string, index: number) => index === 0 || path === "src/queue.ts";
      const loose = files.filter((path, index) => !isEntry(path, index) && !importedBefore(path, index));
      expect(loose, request).toEqual([]);
      const routes = files.filter((path) => path.endsWith("/routes.ts"));
      expect(files).toEqual(expect.arrayContaining(routes.map((path) => path.replace("routes.ts", "schemas.ts"))));
    }
  });

  test("docs/architecture.md knows every layer", () => {
    const named = namesIn("docs/architecture.md", /^\| \*\*([a-z0-9]+(?: [a-z0-9]+)?)\*\* \|/gm);
    expect(named.sort()).toEqual(LAYERS.map(({ name }) => name).sort());
  });

  test("docs/configuration.md and .dev.vars.example know every variable of the Worker", () => {
    const variables = namesIn("src/env.ts", /^ {2}([A-Z][A-Z0-9_]+): (?:url|text|secret|optional|z)\b/gm);
    const configuration = readFileSync(`${ROOT}docs/configuration.md`, "utf8");
    const example = namesIn(".dev.vars.example", /^(?:# )?([A-Z][A-Z0-9_]*)=/gm);
    expect(variables.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([]);
    expect(variables.filter((name) => !example.includes(name))).toEqual([]);
  });

  test("docs/architecture.md knows every queue and every Durable Object", () => {
    const names = namesIn("wrangler.toml", /^(?:queue|class_name|dead_letter_queue) = "([\w-]+)"/gm);
    expect(names.length).toBeGreaterThan(8);
    const architecture = readFileSync(`${ROOT}docs/architecture.md`, "utf8");
    expect(names.filter((name) => !architecture.includes(`\`${name}\``))).toEqual([]);
  });

  test("docs/operations.md knows every message of the Worker's log", () => {
    const paths = ALL.map(({ path }) => path).filter((path) => path.startsWith("src/"));
    const logged = [...new Set(paths.flatMap((path) => namesIn(path, /\blog\(\s*"\w+",\s*"([a-z_]+)"/g)))];
    expect(logged.length).toBeGreaterThan(10);
    const known = readFileSync(`${ROOT}docs/operations.md`, "utf8");
    expect(logged.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the log", () => {
  test("is written by kernel/log.ts alone", () => {
    const direct = problems(ALL, ({ path, text }) => [
      /^src\/(?!kernel\/log\.ts|pages\/client\/)/.test(path) && /\bconsole\.\w+\(/.test(text)
        ? `${path} uses console`
        : null,
    ]);
    expect(direct).toEqual([]);
  });
});

describe("these tests notice", () => {
  const refusals = (path: string, text: string) => {
    const module = parseModule(path, text);
    const modules = new Map([...MODULES, [path, module]]);
    return problems([module], () => module.imports.map((found) => refusal(module, found, modules)));
  };

  test.each([
    ["src/kernel/x.ts", 'import { Hono } from "hono";'],
    ["src/kernel/x.ts", 'import { readFileSync } from "node:fs";'],
    ["src/db/x.ts", 'export { LIMITS } from "../platform/tiers/limits.ts";'],
    ["src/adapters/x.ts", 'import { events } from "../db/schema/events.ts";'],
    ["src/http/x.ts", 'import { authorizeUser } from "../platform/authorization/authorize-user.ts";'],
    ["src/features/x/routes.ts", 'import { findEvent } from "../events/queries.ts";'],
    ["src/features/x/routes.ts", 'import { eq } from "drizzle-orm";'],
    ["src/features/x/queries.ts", 'import { createEvent } from "../events/create-event.ts";'],
    ["src/features/x/do-it.ts", 'import { sql } from "drizzle-orm";'],
    ["src/features/x/do-it.ts", 'const bus = await import("../../adapters/bus.ts");'],
    ["src/features/x/do-it.ts", 'import { createRequestContext } from "../../request-context.ts";'],
    ["src/features/x/do-it.ts", 'import type { Context } from "hono";'],
    ["src/pages/client/x.ts", 'import { authorizeUser } from "../../platform/authorization/authorize-user.ts";'],
    ["src/platform/x/do-it.ts", 'import { readEvent } from "../../events/read-events.ts";'],
    ["scoring-engine/x.ts", 'import { newId } from "../src/kernel/ids.ts";'],
  ])("in %s: %s", (path, text) => {
    expect(refusals(path, text)).toHaveLength(1);
  });

  test.each([
    ["src/features/x/do-it.ts", 'import type { SQL } from "drizzle-orm";'],
    ["src/features/x/do-it.ts", 'import type { RequestContext } from "../../context.ts";'],
    ["src/features/x/do-it.ts", 'import { isConstraintViolation } from "../../db/failures.ts";'],
    ["src/features/x/queries.ts", 'import { LIMITS } from "../billing/limits.ts";'],
  ])("that %s may: %s", (path, text) => {
    expect(refusals(path, text)).toEqual([]);
  });

  test("a table that another feature writes, by builder, by guard, in SQL", () => {
    const begin = 'import { users as people } from "../../db/schema/accounts.ts";\n';
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a module
    for (const text of ["db.update(people)", "insertWhere(db, people, row, guard)", "sql`delete from ${people}`"]) {
      expect(wrongWrites(parseModule("src/features/x/queries.ts", begin + text))).toHaveLength(1);
    }
    expect(wrongWrites(parseModule("src/features/x/queries.ts", `${begin}db.select().from(people)`))).toEqual([]);
  });

  test.each([
    'import type { X } from "NEXT";',
    'import { type X } from "NEXT";',
    'export type { X } from "NEXT";',
    'export type Y = import("NEXT").X;',
  ])("rooms and modules that make a cycle by types alone: %s", (importing) => {
    const paths = ["src/features/a/one.ts", "src/features/b/two.ts", "src/features/c/three.ts"];
    const texts = ["../b/two.ts", "../c/three.ts", "../a/one.ts"].map((next) => importing.replace("NEXT", next));
    const modules = new Map(paths.map((path, index) => [path, parseModule(path, texts[index] ?? "")]));
    expect(cyclesIn(roomGraph(modules))).toHaveLength(1);
    expect(cyclesIn(moduleGraph(modules))).toHaveLength(1);
  });

  test("a file, a function, a name, a clock, a variable", () => {
    const verb = (text: string) => parseModule("src/features/x/do-it.ts", text);
    expect(tooLong(verb(`function f() {\n${"x();\n".repeat(48)}}`))).toEqual([]);
    expect(tooLong(verb(`function f() {\n${"x();\n".repeat(49)}}`))).toHaveLength(1);
    expect(badName(parseModule("src/kernel/utils.ts", "x();"))).toHaveLength(1);
    expect(badName(verb('export { x } from "./x.ts";'))).toHaveLength(1);
    expect(clocksIn(verb("const now = Date.now();"))).toHaveLength(1);
    expect(environmentIn(verb("c.env.SMTP_URL"), ["SMTP_URL"])).toHaveLength(1);
    expect(environmentIn(verb("process.env.HOME"), [])).toHaveLength(1);
    expect(positionalResults(verb("const [, b] = await db.batch([x, y, z]);"))).toHaveLength(1);
    expect(positionalResults(verb("const [, b] = await db.batch([x, ...y]);"))).toHaveLength(1);
    expect(positionalResults(verb("const [a, b] = await db.batch([x, y]);"))).toEqual([]);
  });
});

/** What the first group of a pattern finds in a file, each once. */
function namesIn(path: string, pattern: RegExp): string[] {
  const text = readFileSync(ROOT + path, "utf8");
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

/** Whether an import leads from tests to benchmarks, the other way, or from what both share to either. */
function isCrossing(path: string, target: string): boolean {
  const [from, to] = [path, target].map((one) => one.split("/")[0]);
  return (
    (from === "test" && to === "bench") ||
    (from === "bench" && to === "test") ||
    (from === "testkit" && (to === "test" || to === "bench"))
  );
}

/** Whether a name in a text is meant as a path of the project: it begins with something at the root, or is there. */
function isPath(name: string): boolean {
  const [first = ""] = name.split("/");
  const isMadeAtRuntime = [".wrangler", ".data", ".dev.vars", ".deploy.vars", "wrangler.deploy.json"].includes(first);
  if (name.includes("/")) return existsSync(ROOT + first) && !isMadeAtRuntime;
  return /\.(md|toml|json|yaml)$/.test(name) && !isMadeAtRuntime;
}
