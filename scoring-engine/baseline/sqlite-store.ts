import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type Change, type Documents, type Store, StoreError, type Write } from "./store.ts";

const DAY_MS = 86_400_000;
/** Other processes may hold the file for a moment (a backup, a second engine); longer would outlast the caller. */
const BUSY_TIMEOUT_MS = 50;
/** Page cache of the connection in KiB: bounds memory whatever the file grows to. */
const CACHE_KIB = 16_384;
/** Write-ahead log is folded back at this many pages (4 MiB), so that no single commit does much of it. */
const CHECKPOINT_PAGES = 1_000;
/** How often old documents are looked for, and how many go at once: a few milliseconds of work. */
const SWEEP_INTERVAL_MS = 15_000;
const SWEEP_ROWS = 2_000;
/** Result codes of SQLite: the file is torn, or is no database. */
const TORN: ReadonlySet<number> = new Set([11, 26]);

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    expires_day INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS document_expiry ON document (expires_day);
`;

interface Job {
  readonly run: () => void;
  readonly settle: () => void;
  readonly fail: (error: StoreError) => void;
}

interface Connection {
  readonly database: DatabaseSync;
  readonly read: StatementSync;
  readonly write: StatementSync;
}

/** A document that cannot be read is one history lost, not an error. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTorn(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && TORN.has(code & 0xff);
}

function connect(path: string): Connection {
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
      PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; ${SCHEMA}`);
    return {
      database,
      read: database.prepare("SELECT value FROM document WHERE key = ? AND expires_day >= ?"),
      write: database.prepare(
        "INSERT INTO document VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, expires_day = excluded.expires_day",
      ),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A torn file costs history: it is moved aside for whoever wants to look, and the engine starts afresh. */
function moveAside(path: string): void {
  rmSync(`${path}.torn`, { force: true });
  renameSync(path, `${path}.torn`);
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

function open(path: string, onError: (error: unknown) => void): Connection {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
  try {
    const connection = connect(path);
    const check = connection.database.prepare("SELECT count(*) AS n FROM sqlite_schema").get();
    if (check === undefined) throw new Error("unreadable schema");
    return connection;
  } catch (error) {
    if (!isTorn(error)) throw error;
    onError(error);
    moveAside(path);
    return connect(path);
  }
}

/**
 * The embedded store: one file, survives a restart. Work of one turn of the event loop shares one transaction, so a
 * power cut loses at most the last moment and never half of an access.
 * @param path file, or `:memory:`
 * @param maxBytes size above which the documents that would expire first are forgotten early
 * @param onError told about a torn file
 */
export function openSqliteStore(path: string, maxBytes: number, onError: (error: unknown) => void): Store {
  let connection = open(path, onError);
  let jobs: Job[] = [];
  const today = (): number => Math.floor(Date.now() / DAY_MS);

  const recover = (error: unknown): StoreError => {
    if (isTorn(error) && path !== ":memory:") {
      onError(error);
      connection.database.close();
      moveAside(path);
      connection = connect(path);
    }
    return new StoreError("embedded store failed", { cause: error });
  };

  const flush = (): void => {
    const batch = jobs;
    jobs = [];
    try {
      connection.database.exec("BEGIN IMMEDIATE");
      for (const job of batch) job.run();
      connection.database.exec("COMMIT");
      for (const job of batch) job.settle();
    } catch (error) {
      if (connection.database.isTransaction) connection.database.exec("ROLLBACK");
      const failure = recover(error);
      for (const job of batch) job.fail(failure);
    }
  };

  const readAll = (keys: readonly string[]): Documents => {
    const day = today();
    return keys.map((key) => {
      const row = connection.read.get(key, day);
      return row === undefined ? undefined : parsed(String(row.value));
    });
  };

  const writeAll = (writes: readonly Write[]): void => {
    for (const { key, value, expiresAt } of writes) {
      connection.write.run(key, JSON.stringify(value), Math.ceil(expiresAt / DAY_MS));
    }
  };

  const sweeper = setInterval(() => {
    try {
      sweep(connection.database, maxBytes, today());
    } catch (error) {
      recover(error);
    }
  }, SWEEP_INTERVAL_MS).unref();

  return {
    get waiting() {
      return jobs.length;
    },
    transact<T>(keys: readonly string[], decide: (documents: Documents) => Change<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let settle = (): void => reject(new StoreError("not run"));
        if (jobs.length === 0) setImmediate(flush);
        jobs.push({
          run: () => {
            const documents = readAll(keys);
            const change = attempt(() => decide(documents));
            if (change instanceof Error) {
              settle = () => reject(change);
              return;
            }
            writeAll(change.writes);
            settle = () => resolve(change.result);
          },
          settle: () => settle(),
          fail: reject,
        });
      });
    },
    async close() {
      clearInterval(sweeper);
      if (jobs.length > 0) flush();
      connection.database.close();
    },
  };
}

/** A decision that throws is its own caller's business; its neighbours in the transaction go on. */
function attempt<T>(decide: () => T): T | Error {
  try {
    return decide();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Forgets what has expired, and above the size limit what would expire first. */
function sweep(database: DatabaseSync, maxBytes: number, day: number): void {
  const number = (pragma: string): number => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const forget = (where: string, ...values: number[]): void => {
    database
      .prepare(`DELETE FROM document WHERE key IN (SELECT key FROM document ${where} ORDER BY expires_day LIMIT ?)`)
      .run(...values, SWEEP_ROWS);
  };
  forget("WHERE expires_day < ?", day);
  const used = (number("page_count") - number("freelist_count")) * number("page_size");
  if (used > maxBytes) forget("");
}
