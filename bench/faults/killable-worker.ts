import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { signalGroup } from "../../scripts/dev/program.ts";
import { bundleWorker, workerVariables } from "../../testkit/built-worker.ts";
import { freePort } from "../../testkit/free-port.ts";
import type { ProgramMessage, SqlRequest } from "./worker-program.ts";

const PROGRAM = fileURLToPath(new URL("worker-program.ts", import.meta.url));
const READY_WITHIN_MS = 60_000;

/** Bundle, storage and variables of a Worker, the same for each restart. */
export interface WorkerSetup {
  bundle: string;
  /** Its storage, which outlives it. */
  folder: string;
  port: number;
  variables: Record<string, string>;
  /** A program to run instead of workerd. */
  workerd?: string;
}

/** A running Worker in its own process group. */
export interface KillableWorker {
  url: string;
  /** The process that runs workerd. */
  pid: number;
  sql<Row>(statement: string, ...values: (string | number | null)[]): Promise<Row[]>;
  /** Sends SIGKILL to its whole process group: nothing is flushed. */
  kill(): Promise<void>;
}

/**
 * Runs a benchmark in a temporary folder, which is deleted afterwards.
 * @param trial returns whether it passed; the process exits with 1 otherwise
 */
export async function inFolder(name: string, trial: (folder: string) => Promise<boolean>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `usher-${name}-`));
  try {
    process.exitCode = (await trial(folder)) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Bundles the Worker, with a free port, storage in the folder, and no engine.
 * @param overrides variables in addition to those that every Worker needs
 * @param entry another entry point than the Worker's own
 */
export async function prepareWorker(
  folder: string,
  overrides: Record<string, string> = {},
  entry?: string,
): Promise<WorkerSetup> {
  const [bundle, port] = await Promise.all([bundleWorker(join(folder, "bundle"), entry), freePort()]);
  const variables = { ...workerVariables(`http://127.0.0.1:${port}`), ...overrides };
  return { bundle, folder: join(folder, "storage"), port, variables };
}

/** Starts the Worker and waits until it responds. */
export async function startWorker({ bundle, folder, port, variables, workerd }: WorkerSetup): Promise<KillableWorker> {
  const child = fork(PROGRAM, [bundle, folder, String(port), JSON.stringify(variables)], {
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...(workerd ? { MINIFLARE_WORKERD_PATH: workerd } : {}) },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = async () => {
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    await ended;
  };
  const killOnExit = () => child.pid !== undefined && signalGroup(child.pid, "SIGKILL");
  process.once("exit", killOnExit);
  void ended.then(() => process.off("exit", killOnExit));
  await waitUntilReady(child);
  const url = `http://127.0.0.1:${port}`;
  const health = await fetch(`${url}/health`);
  if (!health.ok) throw new Error(`the Worker answers ${health.status}`);
  return { url, pid: child.pid ?? 0, kill, sql: sqlClient(child) };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the Worker was not ready in time")), READY_WITHIN_MS);
    child.once("exit", (code) => reject(new Error(`the Worker ended with ${code}`)));
    child.on("message", (message: ProgramMessage) => {
      if (!("ready" in message)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

function sqlClient(child: ChildProcess): KillableWorker["sql"] {
  let count = 0;
  return function query<Row>(sql: string, ...values: (string | number | null)[]): Promise<Row[]> {
    count += 1;
    const number = count;
    return new Promise((resolve) => {
      const onMessage = (message: ProgramMessage): void => {
        if (!("number" in message) || message.number !== number) return;
        child.off("message", onMessage);
        resolve(message.rows as Row[]);
      };
      child.on("message", onMessage);
      child.send({ number, sql, values } satisfies SqlRequest);
    });
  };
}
