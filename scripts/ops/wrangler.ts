import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { CliError } from "../cli-error.ts";
import { type Connection, inlineValues, type Place } from "./connection.ts";

/** Contains the ids of the deployed resources; wrangler.toml describes the local service only. */
const DEPLOYED_CONFIG = "wrangler.deploy.json";
/** Long enough for a remote database on another continent. */
const TIMEOUT_MS = 60_000;
/** SQLite's error while a local service writes. wrangler does not retry, and a write takes milliseconds. */
const BUSY = "SQLITE_BUSY";
const BUSY_ATTEMPTS = 6;
const BUSY_PAUSE_MS = 500;
const MIGRATE = "npx wrangler d1 migrations apply DB --local";

/**
 * The storage of a service through wrangler, which has the operator's access to the platform.
 * @param root the folder of the project
 * @throws CliError when nothing is deployed from here
 */
export function connectWrangler(place: Place, root: string): Connection {
  const target = targetArguments(place, root);
  return {
    async sql(database, statements) {
      // Several statements of one call are a transaction: wrangler sends them as one batch.
      const text = statements.map(inlineValues).join(";\n");
      const args = ["d1", "execute", database, "--json", "--yes", "--command", text, ...target];
      const results = JSON.parse(await runWrangler(args, root)) as { results: Record<string, unknown>[] }[];
      if (results.length === statements.length) return results.map((one) => one.results);
      throw new Error(`${results.length} results of ${statements.length} statements`);
    },
    kv: {
      async put(name, value) {
        await runWrangler(["kv", "key", "put", name, value, "--binding", "KV", ...target], root);
      },
      async list(prefix) {
        const args = ["kv", "key", "list", "--binding", "KV", "--prefix", prefix, ...target];
        return JSON.parse(await runWrangler(args, root));
      },
    },
  };
}

function targetArguments(place: Place, root: string): string[] {
  if (!place.remote) return ["--local", ...(place["persist-to"] ? ["--persist-to", place["persist-to"]] : [])];
  if (existsSync(join(root, DEPLOYED_CONFIG))) return ["--remote", "--config", DEPLOYED_CONFIG];
  throw new CliError(`--remote: there is no ${DEPLOYED_CONFIG} here. npm run deploy writes it.`);
}

/**
 * Runs a wrangler command with the operator's environment, which may contain the platform's token. Repeats the command
 * while a local database is locked: a locked database has executed nothing of it.
 * @returns wrangler's standard output
 * @throws CliError with wrangler's error output
 */
async function runWrangler(args: readonly string[], root: string): Promise<string> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
  const program = join(root, "node_modules/wrangler/bin/wrangler.js");
  for (let attempt = 1; ; attempt++) {
    try {
      const options = { cwd: root, env, timeout: TIMEOUT_MS };
      return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      const output = `${stdout}${stderr}`;
      if (output.includes("no such table")) throw new CliError(`The database has no tables yet: ${MIGRATE}`);
      if (!output.includes(BUSY) || attempt === BUSY_ATTEMPTS) {
        throw new CliError(`wrangler ${args.slice(0, 2).join(" ")} failed.\n${output}`.trim());
      }
    }
    await pause(BUSY_PAUSE_MS);
  }
}
