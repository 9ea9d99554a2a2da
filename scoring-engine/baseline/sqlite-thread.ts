import { parentPort, workerData } from "node:worker_threads";
import { codeOf, commit, dayOf, isBusy, openFile, type Row, SWEEP_INTERVAL_MS, sweep } from "./sqlite-file.ts";

/**
 * Runs in a thread of its own: all that waits for the disk. The engine's thread hands over batches and goes on
 * scoring; here they are committed, the write-ahead log is folded back, and old documents are forgotten.
 */

/** What the thread is started with. */
export interface ThreadData {
  readonly path: string;
  /** Size above which the documents that would expire first are forgotten early. */
  readonly maxBytes: number;
}

/** A batch to commit; null: close the file and end. */
export type ThreadRequest = readonly Row[] | null;

/** What became of the batch. */
export interface ThreadAnswer {
  readonly error: { readonly message: string; readonly code: number | null } | null;
}

/**
 * A page that is written often is folded back once per turn. While that lasts, decisions pile up as parsed documents: at
 * 2,000 the pile grew with the file, to 2,700 rows at 250,000 guests; so it stays at some 1,700 up to a million.
 * Milliseconds.
 */
const CHECKPOINT_INTERVAL_MS = 500;
/** Log size from which the log is made to start over. Pages of 4 KiB. */
const RESTART_PAGES = 16_000;

/** Each attempt waits for the lock itself. */
const MAX_BUSY_ATTEMPTS = 3;

const { path, maxBytes } = workerData as ThreadData;
const connection = openFile(path, () => {});
const { database } = connection;
const passive = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
const restart = database.prepare("PRAGMA wal_checkpoint(RESTART)");

/** Whatever goes wrong here will go wrong in the next commit, too, and is reported there. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {}
}

const checkpoints = setInterval(
  () =>
    quietly(() => {
      const { log } = passive.get() as { readonly log: number };
      if (log > RESTART_PAGES) restart.get();
    }),
  CHECKPOINT_INTERVAL_MS,
);
const sweeps = setInterval(() => quietly(() => sweep(database, maxBytes, dayOf(Date.now()))), SWEEP_INTERVAL_MS);

function tryCommit(rows: readonly Row[]): ThreadAnswer {
  for (let attempt = 1; ; attempt += 1) {
    try {
      commit(connection, rows);
      return { error: null };
    } catch (error) {
      // Another process copies the file or holds it for a moment.
      if (isBusy(error) && attempt < MAX_BUSY_ATTEMPTS) continue;
      return { error: { message: String(error), code: codeOf(error) } };
    }
  }
}

parentPort?.on("message", (request: ThreadRequest) => {
  if (request !== null) {
    parentPort?.postMessage(tryCommit(request));
    return;
  }
  clearInterval(checkpoints);
  clearInterval(sweeps);
  database.close();
  parentPort?.close();
});
