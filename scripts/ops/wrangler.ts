import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CliError } from "../cli-error.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
/** Contains the ids of the deployed resources; wrangler.toml describes the local service only. */
const DEPLOYED_CONFIG = "wrangler.deploy.json";
/** Long enough for a remote database on another continent. */
const TIMEOUT_MS = 60_000;
/** SQLite's error while a local service writes. wrangler does not retry, and a write takes milliseconds. */
const BUSY = "SQLITE_BUSY";
const BUSY_ATTEMPTS = 6;
const BUSY_PAUSE_MS = 500;

/** The service that a command applies to: the local one, a local one with another state folder, or the deployed one. */
export const TARGET_OPTIONS = { remote: { type: "boolean" }, "persist-to": { type: "string" } } as const;

/** The wrangler options for a target. @throws CliError when nothing is deployed from here */
export function targetArguments(place: { remote?: boolean; "persist-to"?: string }): string[] {
  if (!place.remote) return ["--local", ...(place["persist-to"] ? ["--persist-to", place["persist-to"]] : [])];
  if (existsSync(join(ROOT, DEPLOYED_CONFIG))) return ["--remote", "--config", DEPLOYED_CONFIG];
  throw new CliError(`There is no ${DEPLOYED_CONFIG} here: npm run deploy writes it.`);
}

/**
 * Runs a wrangler command with the operator's environment, which may contain the platform's token. Repeats the command
 * while a local database is locked: a locked database has executed nothing of it.
 * @param emptyHint what to do when the database has no tables
 * @returns wrangler's standard output
 * @throws CliError with wrangler's error output
 */
export async function runWrangler(args: readonly string[], emptyHint: string): Promise<string> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
  for (let attempt = 1; ; attempt++) {
    try {
      const options = { cwd: ROOT, env, timeout: TIMEOUT_MS };
      return (await promisify(execFile)(process.execPath, [WRANGLER, ...args], options)).stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      const output = `${stdout}${stderr}`;
      if (output.includes("no such table")) throw new CliError(emptyHint);
      if (!output.includes(BUSY) || attempt === BUSY_ATTEMPTS) {
        throw new CliError(`wrangler ${args.slice(0, 2).join(" ")} failed.\n${output}`.trim());
      }
    }
    await pause(BUSY_PAUSE_MS);
  }
}
