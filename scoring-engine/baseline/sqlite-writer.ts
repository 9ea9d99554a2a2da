import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Connection, codeOf, commit, dayOf, type Row, SWEEP_INTERVAL_MS, sweep } from "./sqlite-file.ts";
import type { ThreadAnswer, ThreadData, ThreadRequest } from "./sqlite-thread.ts";

/** A batch's rows are garbage as soon as they are written, so that the thread needs no room for young objects. MiB. */
const THREAD_YOUNG_MB = 8;

/** A batch that could not be committed. */
export class CommitError extends Error {
  override readonly name = "CommitError";
  /** SQLite's result code; null when the thread itself failed. */
  readonly code: number | null;

  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}

/** Commits batches one after the other. */
export interface Writer {
  /** @throws CommitError when nothing of the batch was kept */
  write(rows: readonly Row[]): Promise<void>;
  /** It has ended by itself and takes nothing more. */
  readonly isDead: boolean;
  close(): Promise<void>;
}

/** For `:memory:`, which only its own connection can see. */
export function inlineWriter(connection: Connection, maxBytes: number): Writer {
  const sweeps = setInterval(() => sweep(connection.database, maxBytes, dayOf(Date.now())), SWEEP_INTERVAL_MS).unref();
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
      clearInterval(sweeps);
    },
  };
}

/** Commits in a thread with a connection of its own, so that nobody being scored waits for the disk. */
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
  thread.on("message", ({ error }: ThreadAnswer) => {
    const { resolve, reject } = pending ?? {};
    pending = null;
    if (error === null) resolve?.();
    else reject?.(new CommitError(error.message, error.code));
  });
  thread.on("error", (error) => fail(String(error)));
  thread.on("exit", () => fail("the writing thread has ended"));
  thread.unref();
  return {
    get isDead() {
      return isDead;
    },
    write(rows) {
      if (isDead) return Promise.reject(new CommitError("the writing thread has ended", null));
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
