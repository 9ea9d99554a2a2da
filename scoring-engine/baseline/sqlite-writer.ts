import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Connection, codeOf, commit, dayOf, PRUNE_INTERVAL_MS, prune, type Row } from "./sqlite-file.ts";
import type { ThreadData, ThreadRequest, ThreadResponse } from "./sqlite-thread.ts";

/** Young generation of the thread's heap, MiB. Small, because the rows of a batch are garbage once written. */
const THREAD_YOUNG_MB = 8;

/** A batch that could not be committed. */
export class CommitError extends Error {
  override readonly name = "CommitError";
  /** Result code of SQLite; null when the thread itself failed. */
  readonly code: number | null;

  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}

/** Commits batches, one at a time. */
export interface Writer {
  /** @throws CommitError when the batch was rolled back */
  write(rows: readonly Row[]): Promise<void>;
  /** The thread has ended and accepts no more batches. */
  readonly isDead: boolean;
  close(): Promise<void>;
}

/** A writer for `:memory:`, whose data is visible to its own connection only. */
export function inlineWriter(connection: Connection, maxBytes: number): Writer {
  const pruneTimer = setInterval(
    () => prune(connection.database, maxBytes, dayOf(Date.now())),
    PRUNE_INTERVAL_MS,
  ).unref();
  return {
    isDead: false,
    async write(rows) {
      try {
        commit(connection, rows);
      } catch (error) {
        throw new CommitError(String(error), codeOf(error));
      }
    },
    async close() {
      clearInterval(pruneTimer);
    },
  };
}

/** A writer in a thread with a connection of its own, so that scoring does not wait for the disk. */
export function threadWriter(data: ThreadData): Writer {
  const thread = new Worker(new URL("./sqlite-thread.ts", import.meta.url), {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: THREAD_YOUNG_MB },
  });
  let pending: { resolve(): void; reject(error: CommitError): void } | null = null;
  let isDead = false;
  const fail = (message: string): void => {
    isDead = true;
    pending?.reject(new CommitError(message, null));
    pending = null;
  };
  thread.on("message", ({ error }: ThreadResponse) => {
    const { resolve, reject } = pending ?? {};
    pending = null;
    if (error === null) resolve?.();
    else reject?.(new CommitError(error.message, error.code));
  });
  thread.on("error", (error) => fail(String(error)));
  thread.on("exit", () => fail("the writer thread has ended"));
  thread.unref();
  return {
    get isDead() {
      return isDead;
    },
    write(rows) {
      if (isDead) return Promise.reject(new CommitError("the writer thread has ended", null));
      const written = new Promise<void>((resolve, reject) => {
        pending = { resolve, reject };
      });
      thread.postMessage(rows satisfies ThreadRequest);
      return written;
    },
    async close() {
      if (isDead) return;
      thread.ref();
      const ended = once(thread, "exit");
      thread.postMessage(null satisfies ThreadRequest);
      await ended;
    },
  };
}
