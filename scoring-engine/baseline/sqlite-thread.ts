import { parentPort, workerData } from "node:worker_threads";
import { dayOf, openFile, PRUNE_INTERVAL_MS, prune } from "./sqlite-file.ts";

/**
 * Entry point of the maintenance thread, which does the work that waits for the disk: it checkpoints the write-ahead log and deletes
 * expired documents. The main thread commits, which appends to the log in the system's page cache.
 */

/** `workerData` of the thread. */
export interface ThreadData {
  readonly path: string;
  /** Size above which the documents that expire first are deleted early. */
  readonly maxBytes: number;
}

/** Interval of checkpoints, milliseconds: short, so that each has little to copy. */
const CHECKPOINT_INTERVAL_MS = 500;
/** Size of the write-ahead log from which it is restarted. Pages of 4 KiB. */
const RESTART_PAGES = 16_000;

const { path, maxBytes } = workerData as ThreadData;
const { database } = openFile(path, () => {});
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

// Any message ends the thread.
parentPort?.on("message", () => {
  clearInterval(checkpointTimer);
  clearInterval(pruneTimer);
  database.close();
  parentPort?.close();
});
