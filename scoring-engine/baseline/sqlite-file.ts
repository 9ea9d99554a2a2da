import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/** Longest wait for another process that holds the file, milliseconds; the writing thread tries again after that. */
const BUSY_TIMEOUT_MS = 1_000;
/** Page cache of the connection in KiB: bounds memory whatever the file grows to. */
const CACHE_KIB = 16_384;
/** How often old documents are looked for. Milliseconds. */
export const SWEEP_INTERVAL_MS = 5_000;
/** Rows forgotten at once: a few milliseconds of work. */
const SWEEP_ROWS = 2_000;
/** Result codes of SQLite: another connection holds the file, the file is torn, the file is no database. */
const BUSY = 5;
const TORN: ReadonlySet<number> = new Set([11, 26]);

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_day INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS document_expiry ON document (expires_day);
  CREATE INDEX IF NOT EXISTS document_key ON document (key);
`;
const READ = "SELECT key, value FROM document WHERE id = ? AND expires_day >= ?";
const LIST = "SELECT key FROM document WHERE key >= ? AND key < ? LIMIT ?";
const ERASE = "DELETE FROM document WHERE id = ?";
const REWRITE = "UPDATE document SET value = ? WHERE id = ? AND key = ? AND expires_day = ?";
const WRITE = `INSERT INTO document VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET key = excluded.key, value = excluded.value, expires_day = excluded.expires_day`;

/**
 * An open database file with its statements. Days are counted since the epoch.
 * A row is found by a hash of its key, so that a write to a known document touches one page. The two indexes are
 * touched only when their columns are set, so a document whose key and last day stay has its value set alone. Two keys share a row once in 10¹⁵ pairs; the
 * key is stored beside the value, and the later one wins.
 */
export interface Connection {
  readonly database: DatabaseSync;
  /** (id, today) → key, value */
  readonly read: StatementSync;
  /** (value, id, key, last day), of a document that has this key and last day already */
  readonly rewrite: StatementSync;
  /** (id, key, value, last day) */
  readonly write: StatementSync;
  /** (id) */
  readonly erase: StatementSync;
  /** (first key, key after the last, limit) → key */
  readonly list: StatementSync;
}

/** One document as it lies in the file; without a value, one to erase. */
export type Row = readonly [id: number, key: string, value: string | null, expiresDay: number];

/** SQLite's result code without its extension; null when the error is not SQLite's. */
export function codeOf(error: unknown): number | null {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code === undefined ? null : code & 0xff;
}

/** Whether SQLite says that the file cannot be read any more. */
export function isTorn(code: number | null): boolean {
  return code !== null && TORN.has(code);
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

function connect(path: string): Connection {
  // The wait is set before the first statement: even switching to the write-ahead log takes a lock.
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = 0; ${SCHEMA}`);
    const [read, list] = [database.prepare(READ), database.prepare(LIST)];
    const [rewrite, write, erase] = [database.prepare(REWRITE), database.prepare(WRITE), database.prepare(ERASE)];
    return { database, read, rewrite, write, erase, list };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Moves a torn file aside for whoever wants to look, and starts afresh: it costs history. */
export function startAfresh(path: string): Connection {
  rmSync(`${path}.torn`, { force: true });
  renameSync(path, `${path}.torn`);
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  return connect(path);
}

/**
 * Opens a database file, or `:memory:`, making its folder.
 * @param onError told when the file was torn and has been moved aside
 */
export function openFile(path: string, onError: (error: unknown) => void): Connection {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
  try {
    return connect(path);
  } catch (error) {
    if (!isTorn(codeOf(error))) throw error;
    onError(error);
    return startAfresh(path);
  }
}

/** Writes all rows in one transaction, or none. */
export function commit({ database, rewrite, write, erase }: Connection, rows: readonly Row[]): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const [id, key, value, expiresDay] of rows) {
      if (value === null) erase.run(id);
      else if (rewrite.run(value, id, key, expiresDay).changes === 0) write.run(id, key, value, expiresDay);
    }
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Days since the epoch; documents expire by whole days, so that the index on it rarely changes. */
export function dayOf(ms: number): number {
  return Math.floor(ms / 86_400_000);
}

/** Forgets what has expired, and above the size limit what would expire first; a bounded number of rows at a time. */
export function sweep(database: DatabaseSync, maxBytes: number, day: number): void {
  const number = (pragma: string): number => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const forget = (where: string, ...values: number[]): void => {
    database
      .prepare(`DELETE FROM document WHERE id IN (SELECT id FROM document ${where} ORDER BY expires_day LIMIT ?)`)
      .run(...values, SWEEP_ROWS);
  };
  forget("WHERE expires_day < ?", day);
  const used = (number("page_count") - number("freelist_count")) * number("page_size");
  if (used > maxBytes) forget("");
}
