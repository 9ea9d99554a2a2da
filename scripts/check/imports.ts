/**
 * Checks the imports, including types: areas in the order of the table in docs/architecture.md, programs apart from each other,
 * and packages only in programs with their runtime. A check of `npm run check`.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAMS = [
  "src",
  "proto",
  "scoring-engine",
  "console/src",
  "clients/typescript",
  "test",
  "testkit",
  "bench",
  "scripts",
];
/** Minimum number of modules. With an unsupported version of TypeScript, dependency-cruiser sees none and reports no problem. */
const FEWEST_MODULES = 500;
/** Pages without data, which the edge Worker serves. */
const EDGE_PAGES = "^src/pages/(assets|page-policy|reference/routes|console/frame|console/routes)\\.ts$";
/** Files that declare the callers and the rate limits of routes. */
const GUARDS = "(/session|limits|user-limit|scanner-ticket|guard|routes)\\.tsx?$";

/** A row of the table of areas: the folders or root files of `src/` that are one step of the order. */
type Step = readonly string[];

/**
 * Reads the order of the areas from the table in docs/architecture.md: the code spans of each row's first cell.
 * @throws Error if the table is not there
 */
export function areasOf(document: string): Step[] {
  const table = document.split("<!-- areas -->")[1]?.split("<!-- end of areas -->")[0];
  const rows = table?.match(/^\| `.*$/gm)?.map((row) => row.split("|")[1]?.match(/`[^`]+`/g) ?? []) ?? [];
  const steps = rows.map((cell) => cell.map((name) => name.slice(1, -1)));
  if (steps.length === 0) throw new Error("docs/architecture.md has no table of areas between its markers");
  return steps;
}

/** Makes the rules from the order of the areas. @param areas paths in `src/`, from the one that imports nothing to the root */
export function rulesOf(areas: readonly Step[]): IRegularForbiddenRuleType[] {
  const pathOf = (step: Step) =>
    `^src/(${step.map((name) => name.replaceAll(".", "\\.").replace("*", "[^/]+")).join("|")})`;
  const order = areas.slice(0, -1).map((step, index): IRegularForbiddenRuleType => {
    const later = areas.slice(index + 1).flat();
    return {
      name: `order: ${step.join(", ")}`,
      comment:
        "An area imports only areas above it in docs/architecture.md: move the common part up, or invert the call.",
      severity: "error",
      from: { path: pathOf(step) },
      to: { path: pathOf(later), pathNot: pathOf(areas.slice(0, index + 1).flat()) },
    };
  });
  return [...order, ...RULES];
}

const forbid = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
) => ({ name, comment, severity: "error", from, to }) as IRegularForbiddenRuleType;
const isType: Pick<IRegularForbiddenRuleType["to"], "dependencyTypesNot"> = {
  dependencyTypesNot: ["type-only", "type-import"],
};

const SHARED_FOLDER = "Code that tests and benchmarks share is in testkit/.";
/** The folders that a program may not import, and the reason. */
const APART = [
  ["src", "scoring-engine|test|testkit|bench|scripts|console|clients", "The Worker shares only proto/."],
  ["scoring-engine", "src|test|testkit|bench|scripts|console|clients", "The engine shares only proto/."],
  ["proto", "src|scoring-engine|test|testkit|bench|scripts|console|clients", "Worker and engine share it."],
  ["clients", "src|scoring-engine|proto|test|testkit|bench|scripts|console", "It is installed without the service."],
  ["test(?!/bench/)", "bench", `${SHARED_FOLDER} Tests of a benchmark are in test/bench/.`],
  ["bench|testkit", "test", SHARED_FOLDER],
].map(([program, others, comment = ""]) =>
  forbid(`${program} apart`, comment, { path: `^(${program})/` }, { path: `^(${others})/` }),
);

const RULES: readonly IRegularForbiddenRuleType[] = [
  forbid(
    "ring",
    "Modules form no ring, not even by types: move their common part to a third module.",
    {},
    { circular: true },
  ),
  forbid("missing", "The file does not exist.", {}, { couldNotResolve: true, path: "^\\." }),
  ...APART,
  forbid(
    "worker without Node",
    "Only adapters use the modules of Node that workerd has.",
    { path: "^src/", pathNot: "^src/adapters/" },
    { dependencyTypes: ["core"] },
  ),
  forbid(
    "pure files",
    "They have no I/O, because they run in the Worker, in Node and in browsers.",
    { path: "^(src/(kernel|i18n)|proto)/" },
    { path: "^(hono|drizzle-orm|cloudflare:)|node_modules/(hono|drizzle-orm|@hono)/" },
  ),
  forbid(
    "no SQL here",
    "Statements are in verbs.",
    { path: `^src/(adapters|http|pages|edge)/|${GUARDS}` },
    { path: "node_modules/drizzle-orm/", ...isType },
  ),
  forbid(
    "no framework here",
    "Only routes, guards and pages read requests. A verb accepts values.",
    { path: "^src/", pathNot: `^src/(http|pages|edge)/|^src/[^/]+$|${GUARDS}` },
    { path: "node_modules/hono/", ...isType },
  ),
  forbid(
    "scripts of pages",
    "They run in a browser, so they import pure functions, and only types from other areas.",
    { path: "^src/pages/client/" },
    { path: "^src/", pathNot: "^src/(pages/client|kernel|i18n)/", ...isType },
  ),
  forbid(
    "edge without data",
    "The edge Worker forwards other requests.",
    { path: "^src/edge/" },
    { path: "^src/", pathNot: [EDGE_PAGES, "^src/(edge|http|kernel|i18n)/"], ...isType },
  ),
  forbid(
    "console apart",
    "It calls the service through @usher/client, and shares only pure functions.",
    { path: "^console/src/" },
    { path: "^src/", pathNot: "^src/(kernel/|i18n/(message|languages)\\.ts$)" },
  ),
  forbid(
    "components",
    "A component gets its data as properties.",
    { path: "^console/src/ui/" },
    { path: "^console/src/(api|routes)/|@tanstack/react-query" },
  ),
  forbid(
    "console's API",
    "It serves every screen, so it imports none.",
    { path: "^console/src/api/" },
    { path: "^console/src/(ui|routes|i18n)/" },
  ),
];

/** Returns the problems of folders or files, one per line, and the number of modules. */
export async function importProblems(
  paths: readonly string[],
  rules: readonly IRegularForbiddenRuleType[],
  baseDir = ROOT,
): Promise<{ problems: string[]; modules: number }> {
  const { output } = await cruise(
    [...paths],
    {
      baseDir,
      ruleSet: { forbidden: [...rules] },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "\\.d\\.ts$" },
    },
    {
      extensions: [".ts", ".tsx", ".js", ".mjs"],
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
    { tsConfig: extractTSConfig(`${ROOT}tsconfig.json`) },
  );
  const { summary, modules } = output as ICruiseResult;
  const problems = summary.violations.map(
    ({ from, to, rule, cycle }) =>
      `${from} imports ${cycle ? cycle.map(({ name }) => name).join(" → ") : to} (${rule.name})`,
  );
  return { problems, modules: modules.filter(({ source }) => !source.includes("node_modules")).length };
}

if (import.meta.main) {
  const rules = rulesOf(areasOf(readFileSync(`${ROOT}docs/architecture.md`, "utf8")));
  const { problems, modules } = await importProblems(PROGRAMS, rules);
  const comments = new Map(rules.map(({ name, comment }) => [name, comment]));
  const broken = new Set(problems.map((problem) => problem.match(/\(([^()]+)\)$/)?.[1] ?? ""));
  if (problems.length > 0)
    console.error([...problems, ...[...broken].map((name) => `${name}: ${comments.get(name)}`)].join("\n"));
  if (modules < FEWEST_MODULES)
    console.error(`Only ${modules} modules were seen: does dependency-cruiser know this TypeScript?`);
  process.exitCode = problems.length > 0 || modules < FEWEST_MODULES ? 1 : 0;
}
