/**
 * Lists and replays dead letters: `npm run dead-letters` lists them by type, `npm run dead-letters -- <type>` sends all
 * of a type again. `--database DB_1` selects another database than the first, `--remote` the deployed service instead of
 * the local one, `--persist-to` a local one with another state folder.
 */
import { parseArgs } from "node:util";
import { CliError } from "./cli-error.ts";
import { LIST_DEAD_LETTERS, REPLAYABLE, replayStatements } from "./dead-letters/replay.ts";
import { runWrangler, TARGET_OPTIONS, targetArguments } from "./ops/wrangler.ts";

interface DeadLetters {
  type: string;
  queue: string;
  count: number;
  /** Time of the newest, in epoch milliseconds. */
  last: number;
}

try {
  const { database, target, type } = readArguments();
  if (type !== null) {
    const statements = replayStatements(type);
    if (statements === null) throw new CliError(`Types that can be sent again: ${REPLAYABLE.join(", ")}.`);
    await execute(database, target, statements.join(";\n"));
    console.log("The messages are in the outbox and will be on their queue within a minute.\n");
  }
  const remaining = (await execute(database, target, LIST_DEAD_LETTERS)) as DeadLetters[];
  if (remaining.length === 0) console.log("There are no dead letters.");
  for (const { type: name, queue, count, last } of remaining) {
    const note = replayStatements(name) === null ? ", cannot be sent again" : "";
    console.log(`${count} ${name}, from ${queue}, the last at ${new Date(last).toISOString()}${note}`);
  }
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}

function readArguments(): { database: string; target: string[]; type: string | null } {
  const options = { ...TARGET_OPTIONS, database: { type: "string" } } as const;
  let given: { values: { remote?: boolean; "persist-to"?: string; database?: string }; positionals: string[] };
  try {
    given = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = given;
  if (positionals.length > 1) throw new CliError("Usage: npm run dead-letters -- <type> [--remote]");
  return { database: values.database ?? "DB", target: targetArguments(values), type: positionals[0] ?? null };
}

/** The rows of the last statement. @throws CliError with wrangler's error output */
async function execute(database: string, target: string[], sql: string): Promise<unknown[]> {
  const args = ["d1", "execute", database, "--json", "--yes", "--command", sql, ...target];
  const output = await runWrangler(args, "The database has no tables yet: npm run migrate");
  return (JSON.parse(output) as { results: unknown[] }[]).at(-1)?.results ?? [];
}
