import { type Connection, isTorn, openFile, startAfresh, sweep } from "./sqlite-file.ts";
import { type Change, type Documents, parseDocument, type Store, StoreError } from "./store.ts";

const DAY_MS = 86_400_000;
/** How often old documents are looked for. */
const SWEEP_INTERVAL_MS = 5_000;

interface Job {
  run(): void;
  settle(): void;
  fail(error: StoreError): void;
}

/** A decision that throws is its own caller's business; its neighbours in the transaction go on. */
function attempt<T>(decide: () => T): T | Error {
  try {
    return decide();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const today = (): number => Math.floor(Date.now() / DAY_MS);

class SqliteStore implements Store {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  readonly #sweeper: NodeJS.Timeout;
  #connection: Connection;
  #jobs: Job[] = [];

  constructor(path: string, maxBytes: number, onError: (error: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
    this.#connection = openFile(path, onError);
    this.#sweeper = setInterval(() => this.#sweep(maxBytes), SWEEP_INTERVAL_MS).unref();
  }

  get waiting(): number {
    return this.#jobs.length;
  }

  transact<T>(keys: readonly string[], decide: (documents: Documents) => Change<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle = (): void => reject(new StoreError("not run"));
      const run = (): void => {
        const change = attempt(() => decide(this.#read(keys)));
        if (change instanceof Error) {
          if (isTorn(change)) throw change;
          settle = () => reject(change);
          return;
        }
        for (const { key, value, expiresAt } of change.writes) {
          this.#connection.write.run(key, JSON.stringify(value), Math.ceil(expiresAt / DAY_MS));
        }
        settle = () => resolve(change.result);
      };
      if (this.#jobs.length === 0) setImmediate(() => this.#flush());
      this.#jobs.push({ run, settle: () => settle(), fail: reject });
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    if (this.#jobs.length > 0) this.#flush();
    this.#connection.database.close();
  }

  #read(keys: readonly string[]): Documents {
    const day = today();
    return keys.map((key) => {
      const row = this.#connection.read.get(key, day);
      return row === undefined ? undefined : parseDocument(String(row.value));
    });
  }

  /** One transaction for everything that came in during this turn of the event loop: all of it is kept, or none. */
  #flush(): void {
    const batch = this.#jobs;
    this.#jobs = [];
    const { database } = this.#connection;
    try {
      if (batch.length === 0) return;
      database.exec("BEGIN IMMEDIATE");
      for (const job of batch) job.run();
      database.exec("COMMIT");
    } catch (error) {
      const failure = this.#recover(error);
      for (const job of batch) job.fail(failure);
      return;
    }
    for (const job of batch) job.settle();
  }

  #recover(error: unknown): StoreError {
    const { database } = this.#connection;
    if (database.isTransaction) database.exec("ROLLBACK");
    if (isTorn(error) && this.#path !== ":memory:") {
      this.#onError(error);
      database.close();
      this.#connection = startAfresh(this.#path);
    }
    return new StoreError("embedded store failed", { cause: error });
  }

  #sweep(maxBytes: number): void {
    try {
      sweep(this.#connection.database, maxBytes, today());
    } catch (error) {
      this.#recover(error);
    }
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
  return new SqliteStore(path, maxBytes, onError);
}
