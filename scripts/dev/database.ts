import { CliError } from "../cli-error.ts";
import { startProgram } from "./program.ts";
import { wranglerEnv } from "./wrangler-env.ts";

/** What prepare-database.ts says when it is done. */
interface Prepared {
  applied: string[];
  isEmpty: boolean;
}

/**
 * Applies the migrations that are new.
 * @returns `prepared`: the migrations, and whether there are no accounts yet; rejects with CliError that repeats what
 *   the database said
 */
export function prepareDatabase(root: string) {
  const lines: string[] = [];
  const program = startProgram({
    args: ["scripts/dev/prepare-database.ts"],
    cwd: root,
    env: { ...wranglerEnv(root), WRANGLER_LOG: "error" },
    onLine: (line) => lines.push(line),
  });
  const prepared = program.ended.then((how): Prepared => {
    const answer = lines.find((line) => line.startsWith('{"applied"'));
    if (answer !== undefined) return JSON.parse(answer);
    throw new CliError(`The migrations could not be applied (${how}).\n${lines.join("\n")}`);
  });
  return { prepared, stop: program.stop };
}
