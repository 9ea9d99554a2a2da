import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Connection, dayOf, PRUNE_INTERVAL_MS, prune } from "./sqlite-file.ts";
import type { ThreadData } from "./sqlite-thread.ts";

/** Young generation of the thread's heap, MiB. */
const THREAD_YOUNG_MB = 8;
/** Delay until a thread that has died is replaced, milliseconds. */
const RESTART_DELAY_MS = 1_000;

/** Periodic checkpoints and deletions. */
export interface Maintenance {
  /** Resolves when the file is closed. */
  close(): Promise<void>;
}

/** Deletes expired documents of `:memory:`, whose data is visible to its own connection only. */
export function maintainInMemory({ database }: Connection, maxBytes: number): Maintenance {
  const timer = setInterval(() => prune(database, maxBytes, dayOf(Date.now())), PRUNE_INTERVAL_MS).unref();
  return {
    async close() {
      clearInterval(timer);
    },
  };
}

/**
 * Runs maintenance in a thread with its own connection, so that scoring waits neither for the disk during a checkpoint nor for
 * deletions. A thread that dies is replaced.
 * @param onError called when the thread has died
 */
export function maintainInThread(data: ThreadData, onError: (error: unknown) => void): Maintenance {
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  const start = (): Worker => {
    const started = new Worker(new URL("./sqlite-thread.ts", import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: THREAD_YOUNG_MB },
    });
    started.on("error", onError);
    started.on("exit", () => {
      thread = null;
      if (isClosing) return;
      timer = setTimeout(() => {
        thread = start();
      }, RESTART_DELAY_MS).unref();
    });
    started.unref();
    return started;
  };
  let thread: Worker | null = start();
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      if (thread === null) return;
      thread.ref();
      const ended = once(thread, "exit");
      thread.postMessage("close");
      await ended;
    },
  };
}
