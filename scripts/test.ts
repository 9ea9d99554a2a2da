/**
 * Runs the tests: `npm test`, or `npm test -- <files and options of vitest>`. `npm run test:slow` and `npm run test:all` select
 * other tests, see `suite` in `test/support/inject.d.ts`. First installs a browser and Redis, which are not npm packages.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram, PROGRAM_NAMES } from "../testkit/programs.ts";
import { CliError, runProgram } from "./cli-error.ts";
import { installHeadlessShell, installPrograms } from "./test/install-programs.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The tests of each run by their tags; `all` selects none. */
const TAGS_FILTERS = { default: ["--tags-filter", "not slow"], slow: ["--tags-filter", "slow or rounds"], all: [] };
const COMPILE_CACHE = join(ROOT, ".wrangler/compile-cache");

await runProgram(async () => {
  await installHeadlessShell();
  await installPrograms(PROGRAM_NAMES.filter((name) => findProgram(name) === null));
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
  const [suite, ...rest] = process.argv.slice(2);
  if (suite !== "default" && suite !== "slow" && suite !== "all") {
    throw new CliError("Name the tests to run: default, slow or all.");
  }
  // Store the compiled code of Vitest, Vite and wrangler, so that Node does not compile it again with each run.
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, SUITE: suite };
  const args = [...vitest, ...TAGS_FILTERS[suite], ...rest];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit", env });
  // Ctrl-C also reaches Vitest, which exits on it.
  process.on("SIGINT", () => undefined);
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
});
