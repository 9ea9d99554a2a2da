import { Worker } from "node:worker_threads";
import { hash53 } from "../hash.ts";
import { type Connection, isBusy, isTorn, openFile, startAfresh, sweep } from "./sqlite-file.ts";
import { parseDocument, type Step, type Store, StoreError, type Write } from "./store.ts";

const DAY_MS = 86_400_000;
/** Between a decision and its commit; a door's worth of scans then shares one transaction. Milliseconds. */
const COMMIT_AFTER_MS = 8;
/** Documents kept parsed, least recently used out first; a few kilobytes each. */
const CACHED_DOCUMENTS = 12_000;
/** How often old documents are looked for. Milliseconds. */
const SWEEP_INTERVAL_MS = 5_000;

interface Waiter {
  resolve(): void;
  reject(error: StoreError): void;
}

interface Cached {
  readonly value: unknown;
  readonly expiresAt: number;
}

const today = (): number => Math.floor(Date.now() / DAY_MS);

/**
 * Decisions are made at once on cached documents and committed together a moment later. This process is the file's
 * only writer, so nothing can come between.
 */
class SqliteStore implements Store {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  readonly #sweeper: NodeJS.Timeout;
  readonly #cache = new Map<string, Cached>();
  #checkpoints: Worker | null = null;
  #connection: Connection;
  #dirty = new Map<string, Write>();
  #waiters: Waiter[] = [];
  #commit: NodeJS.Timeout | null = null;

  constructor(path: string, maxBytes: number, onError: (error: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
    this.#connection = openFile(path, onError);
    this.#startCheckpoints();
    this.#sweeper = setInterval(
      () => this.#guard(() => sweep(this.#connection.database, maxBytes, today())),
      SWEEP_INTERVAL_MS,
    );
    this.#sweeper.unref();
  }

  async transact<T>({ keys, decide }: Step<T>): Promise<T> {
    const documents = this.#guard(() => keys.map((key) => this.#read(key)));
    const { result, writes } = decide(documents);
    for (const write of writes) {
      this.#dirty.set(write.key, write);
      this.#remember(write.key, write);
    }
    if (writes.length > 0) this.#schedule();
    return result;
  }

  settled(): Promise<void> {
    if (this.#dirty.size === 0) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    if (this.#commit !== null) clearTimeout(this.#commit);
    await this.#checkpoints?.terminate();
    this.#flush();
    this.#connection.database.close();
  }

  #schedule(): void {
    this.#commit ??= setTimeout(() => this.#flush(), COMMIT_AFTER_MS);
  }

  #read(key: string): unknown {
    const known = this.#cache.get(key);
    if (known !== undefined) {
      this.#remember(key, known);
      return known.expiresAt > Date.now() ? known.value : undefined;
    }
    const row = this.#connection.read.get(hash53(key), today());
    const value = row === undefined || row.key !== key ? undefined : parseDocument(String(row.value));
    if (value !== undefined) this.#remember(key, { value, expiresAt: Number.POSITIVE_INFINITY });
    return value;
  }

  #remember(key: string, { value, expiresAt }: Cached): void {
    this.#cache.delete(key);
    this.#cache.set(key, { value, expiresAt });
    if (this.#cache.size <= CACHED_DOCUMENTS) return;
    // A document that is not committed yet must be found here; there are never many of them.
    for (const oldest of this.#cache.keys()) {
      if (this.#dirty.has(oldest)) continue;
      this.#cache.delete(oldest);
      return;
    }
  }

  /** One transaction for everything since the last one: all of it is kept, or none. */
  #flush(): void {
    this.#commit = null;
    const { database, write } = this.#connection;
    const waiters = this.#waiters;
    try {
      database.exec("BEGIN IMMEDIATE");
      for (const { key, value, expiresAt } of this.#dirty.values()) {
        write.run(hash53(key), key, JSON.stringify(value), Math.ceil(expiresAt / DAY_MS));
      }
      database.exec("COMMIT");
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      if (isBusy(error)) {
        this.#schedule();
        return;
      }
      this.#fail(error);
      return;
    }
    this.#dirty = new Map();
    this.#waiters = [];
    for (const waiter of waiters) waiter.resolve();
  }

  /** Gives up what could not be written; a full disk must not fill the memory instead. */
  #fail(error: unknown): void {
    const waiters = this.#waiters;
    this.#dirty = new Map();
    this.#waiters = [];
    const failure = this.#recover(error);
    for (const waiter of waiters) waiter.reject(failure);
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#recover(error);
    }
  }

  #recover(error: unknown): StoreError {
    this.#onError(error);
    if (isTorn(error) && this.#path !== ":memory:") {
      this.#connection.database.close();
      this.#checkpoints?.terminate().catch(() => {});
      this.#cache.clear();
      this.#connection = startAfresh(this.#path);
      this.#startCheckpoints();
    }
    return new StoreError("embedded store failed", { cause: error });
  }

  #startCheckpoints(): void {
    if (this.#path === ":memory:") return;
    this.#checkpoints = new Worker(new URL("./sqlite-checkpoint.ts", import.meta.url), {
      workerData: { path: this.#path },
    });
    this.#checkpoints.on("error", this.#onError);
    this.#checkpoints.unref();
  }
}

/**
 * The embedded store: one file of one process, survives a restart. What `settled` has confirmed is on disk; a power
 * cut loses at most the last milliseconds and never half of an access.
 * @param path file, or `:memory:`
 * @param maxBytes size above which the documents that would expire first are forgotten early
 * @param onError told about every failure of the file
 */
export function openSqliteStore(path: string, maxBytes: number, onError: (error: unknown) => void): Store {
  return new SqliteStore(path, maxBytes, onError);
}
