import { CliError } from "../cli-error.ts";
import { startProgram } from "./program.ts";
import { wranglerEnv } from "./wrangler-env.ts";

const OUTDATED =
  "The local database was made from another version of migrations/0001_baseline.sql. Delete .wrangler/state and start again.";

/** The output of prepare-database.ts. */
interface Prepared {
  applied: string[];
  isEmpty: boolean;
}

/**
 * Applies pending migrations.
 * @returns `prepared`: the applied migrations, and whether there are no accounts yet; rejects with CliError that repeats
 *   the database's error, or that names the folder to delete if the database was made from another baseline
 */
export function prepareDatabase(root: string) {
  return runOnDatabase(root, []);
}

/** Marks the address of an account as verified. @throws CliError that repeats the database's error */
export async function verifyAddress(root: string, email: string): Promise<void> {
  await runOnDatabase(root, [email]).prepared;
}

/** Grants an account the tier `business`, as `npm run ops -- tier` does. @throws CliError that repeats what the command printed */
export async function grantTier(root: string, email: string): Promise<void> {
  const lines: string[] = [];
  const program = startProgram({
    args: ["--js-base-64", "scripts/ops.ts", "tier", email, "business"],
    cwd: root,
    env: { ...wranglerEnv(root), USHER_OPERATOR: "npm run dev" },
    onLine: (line) => lines.push(line),
  });
  const how = await program.ended;
  if (!lines.some((line) => line.includes("business"))) {
    throw new CliError(`The tier could not be granted (${how}).\n${lines.join("\n")}`);
  }
}

function runOnDatabase(root: string, args: readonly string[]) {
  const lines: string[] = [];
  const program = startProgram({
    args: ["scripts/dev/prepare-database.ts", ...args],
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
