/** Runs all static checks in parallel, one per core: `npm run check`. Prints the output of failed checks. */
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { wranglerEnv } from "./dev/wrangler-env.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MAX_OUTPUT_BYTES = 2 ** 26;

interface Check {
  name: string;
  /** A program of node_modules/.bin, and its arguments. */
  command: [string, ...string[]];
}

/** The TypeScript projects. Each TypeScript file belongs to one of them. */
const PROJECTS = [
  "tsconfig.json",
  "tsconfig.node.json",
  "console/tsconfig.json",
  "test/console/tsconfig.json",
  "src/pages/client/tsconfig.json",
  "clients/typescript/tsconfig.json",
  "clients/typescript/tsconfig.programs.json",
];

/** Slow checks first, so that none of them starts last and extends the total time. */
const CHECKS: Check[] = [
  ...PROJECTS.map((path): Check => ({ name: `types, ${path}`, command: ["tsc", "--noEmit", "-p", path] })),
  { name: "OpenAPI document", command: ["node", "scripts/check/openapi.ts"] },
  { name: "style and lint", command: ["biome", "check", "--error-on-warnings"] },
  { name: "nothing unused", command: ["knip"] },
  {
    name: "architecture",
    command: ["vitest", "run", "--config", "test/architecture/vitest.config.ts"],
  },
  { name: "imports", command: ["node", "scripts/check/imports.ts"] },
  { name: "vocabulary", command: ["node", "scripts/check/vocabulary.ts"] },
  {
    name: "generated code",
    command: [
      "node",
      "scripts/generate.ts",
      "--check",
      "proto",
      "baseline",
      "english",
      "promises",
      "configuration",
      "limits",
    ],
  },
  // Without .dev.vars, because its variables would be added to the types.
  {
    name: "types of bindings",
    command: ["wrangler", "types", "src/worker-configuration.d.ts", "--check", "--env-file=/dev/null"],
  },
  { name: "packages", command: ["node", "scripts/check/lock-file.ts"] },
];

const env = {
  ...wranglerEnv(ROOT),
  CI: "true",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
};

/** @returns the output of the command if it failed, or null */
async function run({ command: [program, ...args] }: Check): Promise<string | null> {
  try {
    await promisify(execFile)(program, args, { cwd: ROOT, env, maxBuffer: MAX_OUTPUT_BYTES });
    return null;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Partial<Record<"stdout" | "stderr" | "message", string>>;
    return `${stdout}${stderr}`.trim() || `cannot run ${program}: ${message}`;
  }
}

const waiting = [...CHECKS];
const failed: string[] = [];

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const began = performance.now();
    const problem = await run(check);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${problem === null ? "✓" : "✗"} ${check.name} (${seconds} s)`);
    if (problem === null) continue;
    failed.push(check.name);
    console.log(`\n${problem}\n`);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length === 0) console.log(`All ${CHECKS.length} checks passed in ${process.uptime().toFixed(1)} s.`);
else console.error(`${failed.length} of ${CHECKS.length} checks failed: ${failed.join("; ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
