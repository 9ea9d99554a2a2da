import { type ExecFileException, execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { CliError } from "../cli-error.ts";
import { wranglerEnv } from "../dev/wrangler-env.ts";
import type { Account } from "./platform-api.ts";

/** Bundling takes seconds, an upload over a slow connection takes minutes. */
const ENDS_WITHIN_MS = 5 * 60_000;
const MAX_OUTPUT_BYTES = 2 ** 26;
/** Number of lines of wrangler's output that an error repeats. */
const REPEATED_LINES = 30;

/**
 * Runs the project's wrangler as a child process. The token is passed in its environment and secrets in a file, because
 * arguments are visible in the list of processes.
 * @param account null for commands that need no account
 */
export function createWrangler(root: string, account: Account | null) {
  const env: NodeJS.Dict<string> = {
    ...wranglerEnv(root),
    CI: "true", // no prompts
    NO_COLOR: "1",
    ...(account === null ? {} : { CLOUDFLARE_API_TOKEN: account.token, CLOUDFLARE_ACCOUNT_ID: account.accountId }),
    ...(account?.apiBase ? { CLOUDFLARE_API_BASE_URL: account.apiBase } : {}),
  };

  /** @throws CliError with the end of the output if wrangler fails */
  const run = async (args: string[], more: NodeJS.Dict<string> = {}): Promise<void> => {
    const script = join(root, "node_modules/wrangler/bin/wrangler.js");
    const options = { cwd: root, env: { ...env, ...more }, timeout: ENDS_WITHIN_MS, maxBuffer: MAX_OUTPUT_BYTES };
    const running = promisify(execFile)(process.execPath, [script, ...args], options);
    const end = () => running.child.kill();
    process.once("exit", end);
    try {
      await running;
    } catch (error) {
      const { code, signal, stdout = "", stderr = "" } = error as Partial<ExecFileException>;
      const how = signal ? `${signal} after ${ENDS_WITHIN_MS / 1000} s` : `exit code ${code}`;
      const output = stripVTControlCharacters(`${stdout}${stderr}`).trim();
      throw new CliError(`wrangler ${args.slice(0, 2).join(" ")} ended with ${how}.\n${complaintIn(output)}`);
    } finally {
      process.off("exit", end);
    }
  };

  return {
    /** Builds the Worker and uploads nothing. @returns the bundle's compressed size in bytes */
    bundle: (configPath: string, ...options: string[]): Promise<number> =>
      inScratchFolder(async (folder) => {
        const report = join(folder, "report.ndjson");
        const args = ["deploy", "--dry-run", "--outdir", join(folder, "bundle"), "--config", configPath, ...options];
        await run(args, { WRANGLER_OUTPUT_FILE_PATH: report });
        return bundleSizeIn(readFileSync(report, "utf8"));
      }),

    /** Applies a database's pending migrations. */
    async migrate(configPath: string, binding: string): Promise<void> {
      await run(["d1", "migrations", "apply", binding, "--remote", "--config", configPath]);
    },

    /** Uploads the Worker with its assets, secrets and triggers. Secrets that are not named stay unchanged. */
    deploy: (configPath: string, secrets: Readonly<Record<string, string>>): Promise<void> =>
      inScratchFolder(async (folder) => {
        // JSON, because wrangler expands a `$` in the values of the other accepted format, dotenv.
        const secretsFile = join(folder, "secrets.json");
        writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
        await run(["deploy", "--config", configPath, "--secrets-file", secretsFile]);
      }),
  };
}

/** Returns the error in wrangler's output, without its progress messages. */
function complaintIn(output: string): string {
  const found = output.indexOf("[ERROR]");
  const lines = output.slice(Math.max(0, found)).split("\n");
  return (found === -1 ? lines.slice(-REPEATED_LINES) : lines.slice(0, REPEATED_LINES)).join("\n").trim();
}

/** Runs `work` with a temporary folder (mode 700), which is deleted afterwards or when the process exits. */
async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "usher-deploy-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await work(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** @throws CliError if wrangler's report does not contain the size */
function bundleSizeIn(report: string): number {
  for (const line of report.split("\n").filter((text) => text !== "")) {
    const entry: { type?: string; bundle_size?: { gzip_bytes?: number } } = JSON.parse(line);
    if (entry.type === "deploy" && entry.bundle_size?.gzip_bytes) return entry.bundle_size.gzip_bytes;
  }
  throw new CliError("wrangler printed no bundle size.");
}
