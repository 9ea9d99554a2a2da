import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Time between SIGTERM and SIGKILL. */
const STOPS_WITHIN_MS = 5_000;

interface ProgramOptions {
  /** Arguments of Node: a script and its arguments. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.Dict<string>;
  /** Called with each line of the program's output. */
  onLine(line: string): void;
}

/** A running program. */
export interface Program {
  pid: number;
  /** Resolves with the exit reason: `exit code 1`, `SIGKILL`. */
  ended: Promise<string>;
  /** Sends SIGTERM, later SIGKILL, to the program and to every process that it started. */
  stop(): Promise<void>;
}

let guard: ChildProcess | null = null;

/**
 * Starts a Node program as the leader of a separate process group. Ctrl-C at the terminal reaches only this process,
 * which then ends the programs in order, with their children. guard.ts ends the group if this process is killed.
 */
export function startProgram({ args, cwd, env, onLine }: ProgramOptions): Program {
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${args[0]}`);
  notifyGuard(`+${pid}`);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", onLine);

  const ended = new Promise<string>((resolve) => {
    // Ends child processes that are still running.
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

/** Sends a signal to every process of a group; does nothing if the group has ended. */
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
    // Writes to the guard fail if it ends before this process.
    guard.stdin?.on("error", () => undefined);
    guard.unref();
  }
  guard.stdin?.write(`${line}\n`);
}

/** First delay before a restart; it doubles with each exit. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** After this run time, the delay before the next restart is the first delay again. */
const STEADY_MS = 60_000;

/**
 * Restarts a program whenever it exits.
 * @param onEnd called with the exit reason and the milliseconds until the restart
 * @returns a function that stops the program and the restarts
 */
export function keepRunning(start: () => Program, onEnd: (how: string, waitMs: number) => void): () => Promise<void> {
  const stopping = new AbortController();
  let program = start();
  const running = (async () => {
    let deaths = 0;
    for (let began = Date.now(); ; began = Date.now()) {
      const how = await program.ended;
      if (stopping.signal.aborted) return;
      deaths = Date.now() - began < STEADY_MS ? deaths + 1 : 1;
      const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1));
      onEnd(how, waitMs);
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      program = start();
    }
  })();
  return async () => {
    stopping.abort();
    await program.stop();
    await running;
  };
}
