/**
 * Lists and sets feature flags: `npm run flag` lists them, `npm run flag -- broadcasts off` sets one. The value is `on`,
 * `off`, or the percentage of users for whom the flag is on. `--remote` selects the deployed service instead of the
 * local one, `--persist-to` a local one with another state folder.
 *
 * The database is the source of truth. The copy in KV, which the Worker reads, is written at once, so that the change
 * applies within 30 seconds. If that write fails, the Scheduler repeats it half a minute later.
 */
import { parseArgs } from "node:util";
import { FLAGS_KV_KEY, type FlagState, publishedText } from "../src/platform/flags/published.ts";
import { CliError } from "./cli-error.ts";
import { runWrangler, TARGET_OPTIONS, targetArguments } from "./ops/wrangler.ts";

/** The keys that the Worker's schema allows. Needs no escaping in the statement. */
const KEY = /^[a-z_]{1,64}$/;
const USAGE = "npm run flag -- <flag> on|off|<percentage> [--remote]";
const LIST = "select key, percentage, description from feature_flags order by key";

interface Flag extends FlagState {
  description: string;
}

try {
  const { values, positionals } = readArguments();
  const [key, value, ...rest] = positionals;
  if (rest.length > 0) throw new CliError(`Usage: ${USAGE}`);
  const target = targetArguments(values);
  print(key === undefined ? await readFlags(target) : await setFlag(target, key, percentageOf(value)));
  if (key !== undefined)
    console.log(`\n${key} applies everywhere within ${values.remote ? "a minute" : "30 seconds"}.`);
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  try {
    return parseArgs({ options: TARGET_OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses `on`, `off` or a percentage. @throws CliError otherwise */
function percentageOf(value: string | undefined): number {
  if (value === "on") return 100;
  if (value === "off") return 0;
  if (value !== undefined && /^\d{1,3}$/.test(value) && Number(value) <= 100) return Number(value);
  throw new CliError(`A flag is on, off, or on for 0 to 100 percent of the users: ${USAGE}`);
}

async function readFlags(target: string[]): Promise<Flag[]> {
  const results = await execute(target, LIST);
  return results.at(-1)?.results ?? [];
}

/** Sets a flag in the database and publishes all of them. */
async function setFlag(target: string[], key: string, percentage: number): Promise<Flag[]> {
  const update = `update feature_flags set percentage = ${percentage}, updated_at = ${Date.now()} where key = '${key}'`;
  const results = KEY.test(key) ? await execute(target, `${update}; ${LIST}`) : await execute(target, LIST);
  const flags = results.at(-1)?.results ?? [];
  if (!flags.some((flag) => flag.key === key)) {
    throw new CliError(`There is no flag "${key}". There are: ${flags.map((flag) => flag.key).join(", ")}.`);
  }
  await run(["kv", "key", "put", FLAGS_KV_KEY, publishedText(flags), "--binding", "KV", ...target]);
  return flags;
}

async function execute(target: string[], sql: string): Promise<{ results: Flag[] }[]> {
  return JSON.parse(await run(["d1", "execute", "DB", "--json", "--yes", "--command", sql, ...target]));
}

function run(args: readonly string[]): Promise<string> {
  return runWrangler(args, "The database has no flags yet: npm run migrate");
}

function print(flags: readonly Flag[]): void {
  const width = Math.max(...flags.map(({ key }) => key.length));
  for (const { key, percentage, description } of flags) {
    const state = percentage === 100 ? "on" : percentage === 0 ? "off" : `${percentage} %`;
    console.log(`${key.padEnd(width)}  ${state.padEnd(5)}  ${description}`);
  }
}
