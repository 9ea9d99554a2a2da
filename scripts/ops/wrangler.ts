import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CliError } from "../cli-error.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
/** Has the ids of what is deployed; wrangler.toml knows this machine alone. */
const DEPLOYED_CONFIG = "wrangler.deploy.json";
/** For a remote database far from the operator. */
const TIMEOUT_MS = 60_000;
/** What SQLite says while a local service writes: wrangler does not wait for it, and a write takes moments. */
const BUSY = "SQLITE_BUSY";
const BUSY_ATTEMPTS = 6;
const BUSY_PAUSE_MS = 500;

/** Which service an operator means: the local one, one that keeps its state elsewhere, or the deployed one. */
export const TARGET_OPTIONS = { remote: { type: "boolean" }, "persist-to": { type: "string" } } as const;

/** The wrangler options for a target. @throws CliError when nothing is deployed from here */
export function targetArguments(place: { remote?: boolean; "persist-to"?: string }): string[] {
  if (!place.remote) return ["--local", ...(place["persist-to"] ? ["--persist-to", place["persist-to"]] : [])];
  if (existsSync(join(ROOT, DEPLOYED_CONFIG))) return ["--remote", "--config", DEPLOYED_CONFIG];
  throw new CliError(`There is no ${DEPLOYED_CONFIG} here: npm run deploy writes it.`);
}

/**
 * Runs a wrangler command for an operator, with the operator's own environment: it may hold the platform's token. While
 * a local database is locked, the command is repeated: nothing of it was written.
 * @param emptyHint what to do when the database has no tables
 * @returns what it prints
 * @throws CliError with what it complains about
 */
export async function runWrangler(args: readonly string[], emptyHint: string): Promise<string> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
  for (let attempt = 1; ; attempt++) {
    try {
      const options = { cwd: ROOT, env, timeout: TIMEOUT_MS };
      return (await promisify(execFile)(process.execPath, [WRANGLER, ...args], options)).stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      const said = `${stdout}${stderr}`;
      if (said.includes("no such table")) throw new CliError(emptyHint);
      if (!said.includes(BUSY) || attempt === BUSY_ATTEMPTS) {
        throw new CliError(`wrangler ${args.slice(0, 2).join(" ")} failed.\n${said}`.trim());
      }
    }
    await pause(BUSY_PAUSE_MS);
  }
}
