import { chmodSync, closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { ConfigError } from "../config.ts";
import { LAYOUT } from "./store.ts";

/** Longest wait for a lock while a file is opened and by maintenance, milliseconds. */
const BUSY_TIMEOUT_MS = 1_000;
/** Page cache of a connection in KiB, independent of the size of the file. */
const CACHE_KIB = 16_384;
/** Interval at which expired documents are deleted. Milliseconds. */
export const PRUNE_INTERVAL_MS = 5_000;
/** Rows per deletion, a few milliseconds of work. */
const PRUNE_ROWS = 2_000;
/** Guests' history is for the engine's user alone. */
const OWNER_ONLY = 0o600;
/** Mode bits that give access to users other than the file's owner. */
const OTHERS = 0o077;
/** SQLite creates these with the mode of the database file. */
const LOGS = ["-wal", "-shm", "-journal"];
/** Result codes of SQLite: SQLITE_BUSY; SQLITE_CORRUPT and SQLITE_NOTADB. */
const BUSY = 5;
const CORRUPT: ReadonlySet<number> = new Set([11, 26]);

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_day INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS document_expiry ON document (expires_day);
  CREATE UNIQUE INDEX IF NOT EXISTS document_by_key ON document (key);
`;
const READ = "SELECT value FROM document WHERE key = ? AND expires_day >= ?";
const LIST = "SELECT key FROM document WHERE key >= ? AND key < ? LIMIT ?";
const ERASE = "DELETE FROM document WHERE key = ?";
const REWRITE = "UPDATE document SET value = ? WHERE key = ? AND expires_day = ?";
const WRITE = `INSERT INTO document (key, value, expires_day) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_day = excluded.expires_day`;

/**
 * An open database file with its prepared statements. Days are days since the epoch. Row IDs are in the order of
 * creation. Documents that are created together, such as those of guests who open one email, therefore share pages, and
 * a commit writes whole pages. An update with the same key and last day changes no index.
 */
export interface Connection {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly end: StatementSync;
  /** (key, today) → value */
  readonly read: StatementSync;
  /** (value, key, last day), for a document with the same key and last day */
  readonly rewrite: StatementSync;
  /** (key, value, last day) */
  readonly write: StatementSync;
  /** (key) */
  readonly erase: StatementSync;
  /** (first key, end of the range, limit) → key */
  readonly list: StatementSync;
}

/** A row to write; a null value deletes it. */
export interface Row {
  readonly key: string;
  readonly value: string | null;
  readonly expiresDay: number;
}

/** Primary result code of SQLite; null for other errors. */
export function codeOf(error: unknown): number | null {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code === undefined ? null : code & 0xff;
}

/** Whether a result code means that the file is corrupt. */
export function isCorrupt(code: number | null): boolean {
  return code !== null && CORRUPT.has(code);
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

/**
 * Creates the tables of an empty file.
 * @throws ConfigError when the file has another layout; the file is not changed
 */
function prepareLayout(database: DatabaseSync, path: string): void {
  const found = database.prepare("PRAGMA user_version").get()?.user_version;
  if (found === LAYOUT) return;
  if (database.prepare("SELECT 1 FROM sqlite_schema").get() !== undefined) {
    const command = `Delete ${path}* and start again; guests' baselines are then learned again`;
    throw new ConfigError(`STORE_PATH: ${path} has layout ${found}, this engine has ${LAYOUT}. ${command}.`);
  }
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${LAYOUT}; COMMIT`);
}

/**
 * Creates a database file for the engine's user alone before SQLite does, and takes the rights of others from files of
 * earlier versions.
 */
function closeToOthers(path: string): void {
  if (path === ":memory:") return;
  try {
    closeSync(openSync(path, "a", OWNER_ONLY));
    for (const file of [path, ...LOGS.map((suffix) => path + suffix)]) {
      const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
      if ((mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY);
    }
  } catch (error) {
    throw new ConfigError(`STORE_PATH: ${path} cannot be created with mode 600: ${(error as Error).message}`);
  }
}

function connect(path: string): Connection {
  closeToOthers(path);
  // The timeout must be set before the first statement, as switching to the write-ahead log takes a lock.
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    prepareLayout(database, path);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = 0`);
    const [begin, end] = [database.prepare("BEGIN IMMEDIATE"), database.prepare("COMMIT")];
    const [read, list] = [database.prepare(READ), database.prepare(LIST)];
    const [rewrite, write, erase] = [database.prepare(REWRITE), database.prepare(WRITE), database.prepare(ERASE)];
    return { database, begin, end, read, rewrite, write, erase, list };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Renames a corrupt file to `.torn`, for analysis, and creates an empty one. All history is lost. */
export function replaceCorruptFile(path: string): Connection {
  rmSync(`${path}.torn`, { force: true });
  renameSync(path, `${path}.torn`);
  for (const suffix of LOGS) rmSync(path + suffix, { force: true });
  return connect(path);
}

/**
 * Opens a database file, or `:memory:`, and creates its folder.
 * @param onError called when the file was corrupt and has been replaced
 */
export function openFile(path: string, onError: (error: unknown) => void): Connection {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
  try {
    return connect(path);
  } catch (error) {
    if (!isCorrupt(codeOf(error))) throw error;
    onError(error);
    return replaceCorruptFile(path);
  }
}

/** Shortens the wait for locks to `ms`, for a thread that must not be blocked for long. */
export function limitLockWait({ database }: Connection, ms: number): void {
  database.exec(`PRAGMA busy_timeout = ${ms}`);
}

/** Writes rows in one transaction. */
export function commit({ database, begin, end, rewrite, write, erase }: Connection, rows: readonly Row[]): void {
  begin.run();
  try {
    for (const { key, value, expiresDay } of rows) {
      if (value === null) erase.run(key);
      else if (rewrite.run(value, key, expiresDay).changes === 0) write.run(key, value, expiresDay);
    }
    end.run();
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Days since the epoch. Documents expire by whole days, so that the index on the expiry rarely changes. */
export function dayOf(ms: number): number {
  return Math.floor(ms / 86_400_000);
}

/** Deletes expired documents, and above the size limit those that expire first; a bounded number of rows per call. */
export function prune(database: DatabaseSync, maxBytes: number, day: number): void {
  const number = (pragma: string): number => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const deleteRows = (where: string, ...values: number[]): void => {
    database
      .prepare(`DELETE FROM document WHERE id IN (SELECT id FROM document ${where} ORDER BY expires_day LIMIT ?)`)
      .run(...values, PRUNE_ROWS);
  };
  deleteRows("WHERE expires_day < ?", day);
  const used = (number("page_count") - number("freelist_count")) * number("page_size");
  if (used > maxBytes) deleteRows("");
}
