import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";

/**
 * Runs in a thread of its own: folds the write-ahead log back into the database file. That waits for the disk, which
 * would hold up every guest if the engine's own thread did it.
 */

/** A page that is written often is copied once per turn. Milliseconds. */
const INTERVAL_MS = 2_000;
/** Log size from which writers are held off for a moment so that the log can start over. Pages of 4 KiB. */
const RESTART_PAGES = 16_000;

const { path } = workerData as { readonly path: string };
const database = new DatabaseSync(path);
const passive = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
const restart = database.prepare("PRAGMA wal_checkpoint(RESTART)");

setInterval(() => {
  try {
    const { log } = passive.get() as { readonly log: number };
    if (log > RESTART_PAGES) restart.get();
  } catch {
    // Busy or moved aside: the next turn, or the next engine, does it.
  }
}, INTERVAL_MS);
