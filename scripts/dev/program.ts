import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** SIGKILL follows SIGTERM after this long. */
const STOPS_WITHIN_MS = 5_000;

export interface ProgramOptions {
  /** Arguments of Node: a script and what it is given. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.Dict<string>;
  /** Sees each line that the program writes. */
  onLine(line: string): void;
}

/** A program that runs. */
export interface Program {
  pid: number;
  /** Resolves with how it ended: `exit code 1`, `SIGKILL`. */
  ended: Promise<string>;
  /** Asks it to end, makes it if it does not, and ends everything that it started. */
  stop(): Promise<void>;
}

let guard: ChildProcess | null = null;

/**
 * Starts a Node program as the leader of a process group of its own: a Ctrl-C at the terminal reaches only whoever
 * started it, who can then end the programs in order, and what the program starts ends with it. Whatever happens to
 * this process, the group does not outlive it.
 */
export function startProgram({ args, cwd, env, onLine }: ProgramOptions): Program {
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${args[0]}`);
  notifyGuard(`+${pid}`);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", onLine);

  const ended = new Promise<string>((resolve) => {
    // What it started and left behind goes with it.
    child.once("exit", () => signalGroup(pid, "SIGKILL"));
    child.once("close", (code, signal) => {
      notifyGuard(`-${pid}`);
      resolve(signal ?? `exit code ${code}`);
    });
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const late = new AbortController();
    const force = pause(STOPS_WITHIN_MS, undefined, { signal: late.signal }).then(
      () => signalGroup(pid, "SIGKILL"),
      () => undefined,
    );
    await ended;
    late.abort();
    await force;
  };
  return { pid, ended, stop };
}

/** Sends a signal to every process of a group. Nobody left to receive it is fine. */
export function signalGroup(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-id, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function notifyGuard(line: string): void {
  if (guard === null) {
    const script = fileURLToPath(new URL("guard.ts", import.meta.url));
    guard = spawn(process.execPath, [script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    // The guard may end before this process does; writes to it then fail.
    guard.stdin?.on("error", () => undefined);
    guard.unref();
  }
  guard.stdin?.write(`${line}\n`);
}
