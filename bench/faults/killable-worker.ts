import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { signalGroup } from "../../scripts/dev/program.ts";
import { bundleWorker, workerVariables } from "../../testkit/built-worker.ts";
import { freePort } from "../../testkit/free-port.ts";
import type { Asked, Told } from "./worker-program.ts";

const PROGRAM = fileURLToPath(new URL("worker-program.ts", import.meta.url));
const READY_WITHIN_MS = 60_000;

/** Where a Worker that is to be killed runs, and on what. */
export interface Setting {
  /** The Worker as one file. */
  bundle: string;
  /** Where its storage outlives it. */
  folder: string;
  port: number;
  variables: Record<string, string>;
  /** Another program to run as workerd. */
  workerd?: string;
}

/** A Worker that runs in a process group of its own. */
export interface KillableWorker {
  url: string;
  /** The process that runs workerd. */
  pid: number;
  sql<Row>(statement: string, ...values: (string | number | null)[]): Promise<Row[]>;
  /** SIGKILL to everything of it at once: nothing is flushed, nothing says goodbye. */
  kill(): Promise<void>;
}

/**
 * Runs what a script tries in a folder of its own, which is gone afterwards.
 * @param trial whether all held; the script exits with 1 otherwise
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
 * Builds the Worker and says on what it runs: a free port, storage in the folder, and no engine.
 * @param further variables beside those that every Worker needs
 * @param entry another entry than the Worker's own
 */
export async function settingIn(
  folder: string,
  further: Record<string, string> = {},
  entry?: string,
): Promise<Setting> {
  const [bundle, port] = await Promise.all([bundleWorker(join(folder, "bundle"), entry), freePort()]);
  const variables = { ...workerVariables(`http://127.0.0.1:${port}`), ...further };
  return { bundle, folder: join(folder, "storage"), port, variables };
}

/** Starts the Worker on its storage and waits until it answers. */
export async function startWorker({ bundle, folder, port, variables, workerd }: Setting): Promise<KillableWorker> {
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
  const goAlong = () => child.pid !== undefined && signalGroup(child.pid, "SIGKILL");
  process.once("exit", goAlong);
  void ended.then(() => process.off("exit", goAlong));
  await isReady(child);
  const url = `http://127.0.0.1:${port}`;
  const health = await fetch(`${url}/health`);
  if (!health.ok) throw new Error(`the Worker answers ${health.status}`);
  return { url, pid: child.pid ?? 0, kill, sql: asking(child) };
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the Worker was not ready in time")), READY_WITHIN_MS);
    child.once("exit", (code) => reject(new Error(`the Worker ended with ${code}`)));
    child.on("message", (told: Told) => {
      if (!("ready" in told)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

function asking(child: ChildProcess): KillableWorker["sql"] {
  let count = 0;
  return function ask<Row>(sql: string, ...values: (string | number | null)[]): Promise<Row[]> {
    count += 1;
    const number = count;
    return new Promise((resolve) => {
      const hear = (told: Told): void => {
        if (!("number" in told) || told.number !== number) return;
        child.off("message", hear);
        resolve(told.rows as Row[]);
      };
      child.on("message", hear);
      child.send({ number, sql, values } satisfies Asked);
    });
  };
}
