import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { isMigrated } from "../migrations.ts";
import { startProgram } from "./program.ts";
import { completeDevVars } from "./settings.ts";
import { wranglerEnv } from "./wrangler-env.ts";

const OUTDATED =
  "The local database was made from another version of migrations/0001_baseline.sql. Delete .wrangler/state and start again.";

/** The result that prepare-database.ts prints. */
interface Prepared {
  applied: string[];
}

/**
 * Applies pending migrations. With `demoState`, the path of the demo's state, also creates the demo's host on an empty
 * database.
 * @returns `prepared`: the applied migrations. Rejects with a CliError that repeats the database's error, or that names
 *   the folder to delete if the database was made from another baseline
 */
export function prepareDatabase(root: string, { demoState }: { demoState?: string } = {}) {
  const lines: string[] = [];
  const program = startProgram({
    args: ["--js-base-64", "scripts/dev/prepare-database.ts", ...(demoState === undefined ? [] : [demoState])],
    cwd: root,
    env: { ...wranglerEnv(root), WRANGLER_LOG: "error" },
    onLine: (line) => lines.push(line),
  });
  const prepared = program.ended.then((how): Prepared => {
    if (lines.includes('{"isOutdated":true}')) throw new CliError(OUTDATED);
    const answer = lines.find((line) => line.startsWith('{"applied"'));
    if (answer !== undefined) return JSON.parse(answer);
    throw new CliError(`The database could not be prepared (${how}).\n${lines.join("\n")}`);
  });
  return { prepared, stop: program.stop };
}

/**
 * Prepares the secrets in `.dev.vars` and a migrated database, unless both exist. The build step of `wrangler dev` calls this
 * before wrangler reads `.dev.vars`.
 * @throws CliError that repeats the database's error
 */
export async function prepareLocal(root: string): Promise<void> {
  const { added } = completeDevVars(join(root, ".dev.vars"));
  if (added.length > 0) console.log(`.dev.vars: wrote ${added.join(", ")}`);
  if (isMigrated(root)) return;
  const { applied } = await prepareDatabase(root).prepared;
  if (applied.length > 0) console.log(`database: applied ${applied.length} migrations`);
}
