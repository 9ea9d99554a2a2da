import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { signalGroup } from "../../scripts/dev/program.ts";
import { eventually } from "../support/eventually.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Files that a fresh clone lacks. */
const NOT_CLONED = new Set([
  "node_modules",
  ".git",
  ".wrangler",
  ".data",
  ".dev.vars",
  ".deploy.vars",
  "wrangler.deploy.json",
]);
/** The static files, and the digests of their sources. */
const BUILT = [".wrangler/assets", ".wrangler/assets-build", ".wrangler/console-build"];
/** The README promises half of this time on an idle machine. */
const READY_WITHIN_MS = 240_000;

/** `npm run dev` or `npx wrangler dev`, running. */
export interface DevRun {
  /** Ends the run and every process that it started. */
  kill(): void;
  /** Returns the output so far. */
  output(): string;
  /** Waits until the output matches. @returns the match */
  printed(pattern: RegExp, timeoutMs?: number): Promise<RegExpMatchArray>;
  /** Returns the exit code, after the run has ended and all output has arrived. */
  ended(): Promise<number | null>;
}

/**
 * Copies the project like a fresh clone, with this project's packages.
 * @param options `built`: with this project's built static files
 */
export function copyProject({ built = false } = {}): { root: string; remove(): void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "usher-dev-")));
  cpSync(ROOT, root, { recursive: true, filter: (source) => !NOT_CLONED.has(basename(source)) });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  for (const name of built ? BUILT : []) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Runs `npm run dev` as from a shell without this project's Node. */
export function runDev(root: string, env: Record<string, string>, ...args: readonly string[]): DevRun {
  return runFromShell(root, ["npm", "run", "dev", ...args], env);
}

/** Runs `npx wrangler dev` as from a shell without this project's Node. @param onOutput called with each piece of output */
export function runWranglerDev(root: string, args: readonly string[], onOutput?: (text: string) => void): DevRun {
  // Disables wrangler's writes outside the project, and its check for a newer version.
  const env = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG_PATH: ".wrangler/logs" };
  return runFromShell(root, ["npx", "wrangler", "dev", ...args], env, onOutput);
}

function runFromShell(
  root: string,
  [program = "", ...args]: readonly string[],
  env: Record<string, string>,
  onOutput?: (text: string) => void,
): DevRun {
  const { HOME, NODE_COMPILE_CACHE, PATH = "" } = process.env;
  const path = PATH.split(delimiter).filter((folder) => !folder.includes("node_modules"));
  // A separate process group, because npx forwards no signals.
  const child = spawn(program, args, {
    cwd: root,
    env: { HOME, NODE_COMPILE_CACHE, PATH: path.join(delimiter), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      onOutput?.(chunk);
    });
  }
  // Not "exit", because output may arrive later.
  const closed = once(child, "close");
  const kill = (): void => {
    if (child.pid !== undefined) signalGroup(child.pid, "SIGTERM");
  };
  const printed = (pattern: RegExp, timeoutMs = READY_WITHIN_MS) =>
    eventually(
      () => {
        const match = text.match(pattern);
        if (match === null) throw new Error(`not printed: ${pattern}\n${text}`);
        return match;
      },
      { timeoutMs },
    );
  return { kill, output: () => text, printed, ended: async () => (await closed)[0] };
}

/** Waits until no process has the folder as its working directory. Detects processes only on systems with /proc. */
export async function waitForIdleFolder(root: string): Promise<void> {
  await eventually(() => {
    const left = processesIn(root);
    if (left.length > 0) throw new Error(`still running: ${left.join(", ")}`);
  });
}

/** Returns the IDs of the processes that have the folder as their working directory. Empty on systems without /proc. */
export function processesIn(root: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(root);
    } catch {
      // Ended meanwhile, or belongs to another user.
      return false;
    }
  });
}
