import { LRUCache } from "lru-cache";
import { formatDocument, parseDocument } from "./document.ts";
import {
  type Connection,
  codeOf,
  commit,
  dayOf,
  isBusy,
  isCorrupt,
  limitLockWait,
  openFile,
  type Row,
  replaceCorruptFile,
} from "./sqlite-file.ts";
import { type Maintenance, maintainInMemory, maintainInThread } from "./sqlite-maintenance.ts";
import { type Step, type Store, StoreError, type Write } from "./store.ts";

const IN_MEMORY = ":memory:";
/** The character after a line break: all keys of an owner sort between `owner\n` and `owner\v`. */
const AFTER_LINE_BREAK = "\v";
/**
 * Longest wait of a commit for a lock that maintenance or another process holds, milliseconds. It blocks the event loop, so it
 * is short; the commit is tried again after `RETRY_DELAY_MS`, and given up after `MAX_ATTEMPTS`.
 */
const LOCK_WAIT_MS = 5;
const RETRY_DELAY_MS = 5;
const MAX_ATTEMPTS = 200;
/**
 * Memory of parsed documents, bytes; the others are read from the file. The number of entries sizes the arrays of the cache;
 * documents are rarely that small.
 */
const MAX_CACHED_BYTES = 32 * 1_048_576;
const MAX_CACHED_DOCUMENTS = 32_768;
/**
 * Memory of a document, by measurement: key and bookkeeping of its entry, one byte per character, and two per character for the
 * objects. Further accesses of a guest remain text, so the objects have a maximum.
 */
const ENTRY_BYTES = 256;
const OBJECT_BYTES_PER_CHARACTER = 2;
const MAX_OBJECT_BYTES = 1_500;
/** Queued writes above which the store counts as unavailable, so that a dead disk does not exhaust memory. */
const MAX_QUEUED_WRITES = 20_000;

/** A parsed document. */
interface Document {
  /** Undefined for an absent document. */
  readonly value: unknown;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

interface CachedDocument extends Document {
  /** Approximate memory. */
  readonly bytes: number;
}

const ABSENT: Document = { value: undefined, expiresAt: Number.POSITIVE_INFINITY };

/** Approximate memory of a parsed document, bytes. */
function bytesOf(text: string): number {
  return ENTRY_BYTES + text.length + Math.min(OBJECT_BYTES_PER_CHARACTER * text.length, MAX_OBJECT_BYTES);
}

/**
 * Steps are decided synchronously on documents in memory. The writes of all steps of one turn of the event loop share a
 * transaction. Isolation follows from this process being the only user of the file.
 */
class SqliteStore implements Store {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #onError: (error: unknown) => void;
  readonly #cache = new LRUCache<string, CachedDocument>({
    max: MAX_CACHED_DOCUMENTS,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  #connection: Connection;
  #maintenance: Maintenance;
  /** Decided writes that are not committed yet. */
  #queued = new Map<string, Write>();
  /** Promise of the calls that wait for the queued writes. */
  #flush: PromiseWithResolvers<void> | null = null;
  #isCommitScheduled = false;
  /** While a corrupt file is replaced. */
  #replacement: Promise<void> | null = null;

  constructor(path: string, maxBytes: number, onError: (error: unknown) => void) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#onError = onError;
    this.#connection = openFile(path, onError);
    this.#maintenance = this.#maintain();
  }

  async transact<T>({ keys, decide }: Step<T>): Promise<T> {
    if (this.#replacement !== null) await this.#replacement;
    if (this.#queued.size > MAX_QUEUED_WRITES) throw new StoreError("write queue full");
    const now = Date.now();
    const { result, writes } = decide(keys.map((key) => this.#valueOf(key, now)));
    for (const write of writes) this.#queued.set(write.key, write);
    if (writes.length > 0) this.#scheduleCommit();
    return result;
  }

  async listOwned(owner: string, limit: number): Promise<readonly string[]> {
    try {
      return this.#connection.list
        .all(`${owner}\n`, `${owner}${AFTER_LINE_BREAK}`, limit)
        .map(({ key }) => String(key));
    } catch (error) {
      throw this.#recover(error);
    }
  }

  /** One promise for all calls that wait for the same transaction. */
  flushed(): Promise<void> {
    if (this.#queued.size === 0) return Promise.resolve();
    this.#flush ??= Promise.withResolvers<void>();
    return this.#flush.promise;
  }

  async close(): Promise<void> {
    await this.flushed().catch(() => {});
    await this.#replacement;
    await this.#maintenance.close();
    this.#closeDatabase();
  }

  /** It is closed already when replacing a corrupt file has failed. */
  #closeDatabase(): void {
    if (this.#connection.database.isOpen) this.#connection.database.close();
  }

  #scheduleCommit(): void {
    if (this.#isCommitScheduled) return;
    this.#isCommitScheduled = true;
    setImmediate(() => this.#commit(1));
  }

  #commit(attempt: number): void {
    const rows = [...this.#queued.values()].map((write) => this.#row(write));
    try {
      commit(this.#connection, rows);
    } catch (error) {
      if (isBusy(error) && attempt < MAX_ATTEMPTS) setTimeout(() => this.#commit(attempt + 1), RETRY_DELAY_MS);
      else this.#finishCommit(this.#recover(error));
      return;
    }
    this.#finishCommit(null);
  }

  /** The writes leave the queue, also when they failed: their documents remain cached, and are written with their next step. */
  #finishCommit(error: StoreError | null): void {
    const flush = this.#flush;
    this.#isCommitScheduled = false;
    this.#flush = null;
    this.#queued.clear();
    if (error === null) flush?.resolve();
    else flush?.reject(error);
  }

  /** Serialises a write, and caches its document. */
  #row({ key, value, expiresAt }: Write): Row {
    const text = value === undefined ? null : formatDocument(value);
    if (text === null) this.#cache.delete(key);
    else this.#cache.set(key, { value, expiresAt, bytes: bytesOf(text) });
    return { key, value: text, expiresDay: dayOf(expiresAt) + 1 };
  }

  #valueOf(key: string, now: number): unknown {
    const { value, expiresAt } = this.#read(key);
    return expiresAt > now ? value : undefined;
  }

  #read(key: string): Document {
    return this.#queued.get(key) ?? this.#cache.get(key) ?? this.#select(key);
  }

  #select(key: string): Document {
    try {
      const row = this.#connection.read.get(key, dayOf(Date.now()));
      if (row === undefined) return ABSENT;
      const text = String(row.value);
      const document = { value: parseDocument(text), expiresAt: Number.POSITIVE_INFINITY, bytes: bytesOf(text) };
      this.#cache.set(key, document);
      return document;
    } catch (error) {
      throw this.#recover(error);
    }
  }

  /** Reports a failure, and starts to replace a corrupt file, again where that has failed before. */
  #recover(error: unknown): StoreError {
    this.#onError(error);
    const isLost = isCorrupt(codeOf(error)) || !this.#connection.database.isOpen;
    if (isLost && this.#path !== IN_MEMORY) {
      this.#replacement ??= this.#replaceFile()
        .catch(this.#onError)
        .finally(() => {
          this.#replacement = null;
        });
    }
    return new StoreError("embedded store failed", { cause: error });
  }

  /**
   * Maintenance closes the file first: the last connection to a file deletes its write-ahead log by name, which would be that
   * of the new file.
   */
  async #replaceFile(): Promise<void> {
    await this.#maintenance.close();
    this.#closeDatabase();
    this.#cache.clear();
    this.#connection = replaceCorruptFile(this.#path);
    this.#maintenance = this.#maintain();
  }

  #maintain(): Maintenance {
    if (this.#path === IN_MEMORY) return maintainInMemory(this.#connection, this.#maxBytes);
    limitLockWait(this.#connection, LOCK_WAIT_MS);
    return maintainInThread({ path: this.#path, maxBytes: this.#maxBytes }, this.#onError);
  }
}

/**
 * The embedded store: an SQLite file of one process. After `flushed` all steps are on disk; a power cut before that loses
 * at most the last milliseconds, and never a part of a step.
 * @param path file, or `:memory:`
 * @param maxBytes size above which the documents that expire first are deleted early
 * @param onError called with every failure of the file
 */
export function openSqliteStore(path: string, maxBytes: number, onError: (error: unknown) => void): Store {
  return new SqliteStore(path, maxBytes, onError);
}
