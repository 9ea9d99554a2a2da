import { parentPort, workerData } from "node:worker_threads";
import { codeOf, commit, dayOf, isBusy, openFile, PRUNE_INTERVAL_MS, prune, type Row } from "./sqlite-file.ts";

/**
 * Entry point of the writer thread, which does everything that waits for the disk: it commits batches that the main
 * thread posts, checkpoints the write-ahead log and deletes expired documents.
 */

/** `workerData` of the thread. */
export interface ThreadData {
  readonly path: string;
  /** Size above which the documents that expire first are deleted early. */
  readonly maxBytes: number;
}

/** A batch to commit; null closes the file and ends the thread. */
export type ThreadRequest = readonly Row[] | null;

/** Result of a batch. */
export interface ThreadResponse {
  readonly error: { readonly message: string; readonly code: number | null } | null;
}

/**
 * Interval of checkpoints, milliseconds. During a checkpoint, decided writes queue up as parsed documents. At 2,000 the
 * queue grew with the file, to 2,700 rows at 250,000 guests; at 500 it stays near 1,700 up to a million.
 */
const CHECKPOINT_INTERVAL_MS = 500;
/** Size of the write-ahead log from which it is restarted. Pages of 4 KiB. */
const RESTART_PAGES = 16_000;

/** Attempts to take the lock; each waits `BUSY_TIMEOUT_MS`. */
const MAX_BUSY_ATTEMPTS = 3;

const { path, maxBytes } = workerData as ThreadData;
const connection = openFile(path, () => {});
const { database } = connection;
const passive = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
const restart = database.prepare("PRAGMA wal_checkpoint(RESTART)");

/** Errors of maintenance recur in the next commit and are reported there. */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {}
}

const checkpointTimer = setInterval(
  () =>
    ignoreErrors(() => {
      const { log } = passive.get() as { readonly log: number };
      if (log > RESTART_PAGES) restart.get();
    }),
  CHECKPOINT_INTERVAL_MS,
);
const pruneTimer = setInterval(
  () => ignoreErrors(() => prune(database, maxBytes, dayOf(Date.now()))),
  PRUNE_INTERVAL_MS,
);

function tryCommit(rows: readonly Row[]): ThreadResponse {
  for (let attempt = 1; ; attempt += 1) {
    try {
      commit(connection, rows);
      return { error: null };
    } catch (error) {
      // Another process copies the file or holds a lock on it for a moment.
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
  clearInterval(checkpointTimer);
  clearInterval(pruneTimer);
  database.close();
  parentPort?.close();
});
