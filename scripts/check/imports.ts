/**
 * Checks who imports whom, types included: areas in the order of the table in docs/architecture.md, programs apart from each other,
 * and packages only where their runtime is. A check of `npm run check`.
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
/** The check fails when it sees fewer modules: the parser of another TypeScript version sees none, and reports no problem. */
const FEWEST_MODULES = 500;
/** Pages that need no data, which the edge Worker serves. */
const EDGE_PAGES = "^src/pages/(assets|page-policy|reference/routes|console/frame|console/routes)\\.ts$";
/** Files that declare who may call a route, and how often. */
const GUARDS = "(/session|limits|user-limit|scanner-ticket|guard|routes)\\.tsx?$";

/** A row of the table of areas: the folders or root files of `src/` that are one step of the order. */
type Step = readonly string[];

/**
 * Reads the order of the areas from the table in docs/architecture.md: the code spans of each row's first cell.
 * @throws Error when the table is not there
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
        "An area imports only areas above it in docs/architecture.md: move what both need up, or turn the call round.",
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

const RULES: readonly IRegularForbiddenRuleType[] = [
  forbid("ring", "Modules make no ring, not even by types: move what both need to a third.", {}, { circular: true }),
  forbid("missing", "The file is not there.", {}, { couldNotResolve: true, path: "^\\." }),
  forbid(
    "worker apart",
    "The Worker runs on workerd, and shares only proto/ with the other programs.",
    { path: "^src/" },
    { path: "^(scoring-engine|test|testkit|bench|scripts|console|clients)/" },
  ),
  forbid(
    "worker without Node",
    "Only adapters use what workerd has of Node.",
    { path: "^src/", pathNot: "^src/adapters/" },
    { dependencyTypes: ["core"] },
  ),
  forbid(
    "engine apart",
    "What both programs need is in proto/.",
    { path: "^scoring-engine/" },
    { path: "^(src|test|testkit|bench|scripts|console|clients)/" },
  ),
  forbid(
    "proto apart",
    "Both programs share it: it knows neither.",
    { path: "^proto/" },
    { path: "^(src|scoring-engine|test|testkit|bench|scripts|console|clients)/" },
  ),
  forbid(
    "clients apart",
    "The package is installed without the service.",
    { path: "^clients/" },
    { path: "^(src|scoring-engine|proto|test|testkit|bench|scripts|console)/" },
  ),
  forbid("tests apart", "What tests and benchmarks share is in testkit/.", { path: "^test/" }, { path: "^bench/" }),
  forbid(
    "benchmarks apart",
    "What tests and benchmarks share is in testkit/.",
    { path: "^(bench|testkit)/" },
    { path: "^test/" },
  ),
  forbid(
    "pure files",
    "Without I/O: the same in the Worker, in Node and in a browser.",
    { path: "^(src/(kernel|i18n)|proto)/" },
    { path: "^(hono|drizzle-orm|cloudflare:)|node_modules/(hono|drizzle-orm|@hono)/" },
  ),
  forbid(
    "no SQL here",
    "A verb has the statement.",
    { path: `^src/(adapters|http|pages|edge)/|${GUARDS}` },
    { path: "node_modules/drizzle-orm/", ...isType },
  ),
  forbid(
    "no framework here",
    "Requests end at routes, guards and pages: a verb takes values.",
    { path: "^src/", pathNot: `^src/(http|pages|edge)/|^src/[^/]+$|${GUARDS}` },
    { path: "node_modules/hono/", ...isType },
  ),
  forbid(
    "scripts of pages",
    "They run in a browser: pure functions, and types of the rest.",
    { path: "^src/pages/client/" },
    { path: "^src/", pathNot: "^src/(pages/client|kernel|i18n)/", ...isType },
  ),
  forbid(
    "edge without data",
    "It passes the rest on.",
    { path: "^src/edge/" },
    { path: "^src/", pathNot: [EDGE_PAGES, "^src/(edge|http|kernel|i18n)/"], ...isType },
  ),
  forbid(
    "console apart",
    "It knows the service by @usher/client, and shares pure functions with it.",
    { path: "^console/src/" },
    { path: "^src/", pathNot: "^src/(kernel/|i18n/(message|languages)\\.ts$)" },
  ),
  forbid(
    "components",
    "A component shows what it gets.",
    { path: "^console/src/ui/" },
    { path: "^console/src/(api|routes)/|@tanstack/react-query" },
  ),
  forbid(
    "console's API",
    "It knows no screen.",
    { path: "^console/src/api/" },
    { path: "^console/src/(ui|routes|i18n)/" },
  ),
];

/** The problems of these folders or files, one a line, and how many modules were seen. */
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
