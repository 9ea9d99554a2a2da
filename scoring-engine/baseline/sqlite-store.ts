import { LRUCache } from "lru-cache";
import { hash53 } from "../hash.ts";
import { formatDocument, parseDocument } from "./document.ts";
import { type Connection, codeOf, dayOf, isCorrupt, openFile, type Row, replaceCorruptFile } from "./sqlite-file.ts";
import { CommitError, inlineWriter, threadWriter, type Writer } from "./sqlite-writer.ts";
import { type Step, type Store, StoreError, type Write } from "./store.ts";

const IN_MEMORY = ":memory:";
/** The character after a line break: all keys of an owner sort between `owner\n` and `owner\v`. */
const AFTER_LINE_BREAK = "\v";
/**
 * Delay between a decision and its regular commit, milliseconds. Accesses within it share a transaction: some ten
 * at full load, whose commit takes about as long again; a score waits for it (`FLUSH_WAIT_MS` in engine.ts).
 */
const COMMIT_DELAY_MS = 1;
/**
 * Parsed documents in memory: those of the events that are active now. Few, because a parsed document is hundreds of
 * objects, and the garbage collector visits all of them.
 */
const MAX_PARSED_DOCUMENTS = 256;
/**
 * Documents in memory as text, in characters (usually a byte each): some ten thousand guests. The others are read from
 * the file. The number of entries sizes the arrays of the cache; documents are rarely that small.
 */
const MAX_CACHED_CHARACTERS = 24 * 1_048_576;
const MAX_CACHED_DOCUMENTS = 32_768;
/** Memory of a cache entry beside its text: key and bookkeeping, about as many bytes. */
const ENTRY_CHARACTERS = 256;
/** Queued writes above which the store counts as unavailable, so that a dead disk does not exhaust memory. */
const MAX_QUEUED_WRITES = 20_000;

/** A serialised document. */
interface Text {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** An absent document; the text of a document is never empty. */
const ABSENT: Text = { text: "", expiresAt: Number.POSITIVE_INFINITY };

interface Parsed {
  /** Undefined for an absent document. */
  readonly value: unknown;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

function rowOf({ key, value, expiresAt }: Write): Row {
  return [hash53(key), key, value === undefined ? null : formatDocument(value), dayOf(expiresAt) + 1];
}

/**
 * Steps are decided synchronously on documents in memory, and their writes committed as a batch shortly after. Isolation
 * follows from this process being the only user of the file.
 */
class SqliteStore implements Store {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #onError: (error: unknown) => void;
  readonly #parsed = new LRUCache<string, Parsed>({ max: MAX_PARSED_DOCUMENTS });
  readonly #texts = new LRUCache<string, Text>({
    max: MAX_CACHED_DOCUMENTS,
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + ENTRY_CHARACTERS,
  });
  #connection: Connection;
  #writer: Writer;
  /** Decided writes that were not passed to the writer yet. */
  #queued = new Map<string, Write>();
  /** The batch that the writer commits now. */
  #committing: ReadonlyMap<string, Write> | null = null;
  /** For those who wait for the queued batch. */
  #queuedFlush: PromiseWithResolvers<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isCommitScheduled = false;
  /** Whether a waiter wants the next batch without the delay. */
  #isUrgent = false;
  #lastCommit: Promise<void> = Promise.resolve();

  constructor(path: string, maxBytes: number, onError: (error: unknown) => void) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#onError = onError;
    this.#connection = openFile(path, onError);
    this.#writer = this.#openWriter();
  }

  async transact<T>({ keys, decide }: Step<T>): Promise<T> {
    if (this.#queued.size > MAX_QUEUED_WRITES) throw new StoreError("write queue full");
    const documents = keys.map((key) => this.#read(key));
    const { result, writes } = decide(documents);
    for (const write of writes) {
      this.#queued.set(write.key, write);
      this.#parsed.set(write.key, write);
    }
    if (writes.length > 0) this.#scheduleCommit();
    return result;
  }

  async listOwned(owner: string, limit: number): Promise<readonly string[]> {
    try {
      return this.#connection.list
        .all(`${owner}\n`, `${owner}${AFTER_LINE_BREAK}`, limit)
        .map(({ key }) => String(key));
    } catch (error) {
      throw await this.#recover(error);
    }
  }

  /** One promise for all calls that wait for the same batch. */
  flushed(early = true): Promise<void> {
    if (this.#queued.size === 0) return this.#committing === null ? Promise.resolve() : this.#lastCommit;
    this.#queuedFlush ??= Promise.withResolvers<void>();
    if (early) {
      this.#isUrgent = true;
      this.#commitSoon();
    }
    return this.#queuedFlush.promise;
  }

  async close(): Promise<void> {
    await this.#lastCommit.catch(() => {});
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#commit().catch(() => {});
    await this.#writer.close();
    this.#connection.database.close();
  }

  /** One batch is committed at a time; writes decided meanwhile form the next one. */
  #scheduleCommit(): void {
    if (this.#committing === null) this.#timer ??= setTimeout(() => this.#startCommit(), COMMIT_DELAY_MS);
  }

  /** A call waits for durability: the next batch starts at the end of this turn of the event loop. */
  #commitSoon(): void {
    if (this.#isCommitScheduled || this.#committing !== null) return;
    this.#isCommitScheduled = true;
    setImmediate(() => this.#startCommit());
  }

  #startCommit(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isCommitScheduled = false;
    if (this.#committing !== null || this.#queued.size === 0) return;
    this.#lastCommit = this.#commit();
    this.#lastCommit.catch(() => {});
  }

  async #commit(): Promise<void> {
    const flush = this.#queuedFlush;
    this.#queuedFlush = null;
    this.#isUrgent = false;
    this.#committing = this.#queued;
    this.#queued = new Map();
    try {
      await this.#write([...this.#committing.values()].map((write) => this.#row(write)));
      flush?.resolve();
    } catch (error) {
      const failure = await this.#recover(error);
      flush?.reject(failure);
      throw failure;
    } finally {
      this.#committing = null;
      if (this.#isUrgent) this.#commitSoon();
      else if (this.#queued.size > 0) this.#scheduleCommit();
    }
  }

  /** When the writer thread dies, a new one commits the batch again. */
  async #write(rows: readonly Row[]): Promise<void> {
    try {
      await this.#writer.write(rows);
    } catch (error) {
      if (!this.#writer.isDead) throw error;
      this.#onError(error);
      this.#writer = this.#openWriter();
      await this.#writer.write(rows);
    }
  }

  /** Serialises a write, and caches its text. */
  #row(write: Write): Row {
    const row = rowOf(write);
    const [, key, text] = row;
    if (text === null) this.#texts.delete(key);
    else this.#texts.set(key, { text, expiresAt: write.expiresAt });
    return row;
  }

  #read(key: string): unknown {
    // Writes that are not committed yet may have left the cache.
    const known = this.#parsed.get(key) ?? this.#queued.get(key) ?? this.#committing?.get(key) ?? this.#parse(key);
    return known.expiresAt > Date.now() ? known.value : undefined;
  }

  #parse(key: string): Parsed {
    const { text, expiresAt } = this.#texts.get(key) ?? this.#select(key);
    const parsed = { value: text === ABSENT.text ? undefined : parseDocument(text), expiresAt };
    this.#parsed.set(key, parsed);
    return parsed;
  }

  #select(key: string): Text {
    try {
      const row = this.#connection.read.get(hash53(key), dayOf(Date.now()));
      if (row === undefined || row.key !== key) return ABSENT;
      const known = { text: String(row.value), expiresAt: Number.POSITIVE_INFINITY };
      this.#texts.set(key, known);
      return known;
    } catch (error) {
      this.#recover(error).catch(this.#onError);
      throw new StoreError("embedded store failed", { cause: error });
    }
  }

  /** Reports a failure, and replaces a corrupt file or a dead writer. */
  async #recover(error: unknown): Promise<StoreError> {
    this.#onError(error);
    const code = error instanceof CommitError ? error.code : codeOf(error);
    if (isCorrupt(code) && this.#path !== IN_MEMORY) {
      const writer = this.#writer;
      this.#connection.database.close();
      this.#parsed.clear();
      this.#texts.clear();
      this.#connection = replaceCorruptFile(this.#path);
      this.#writer = this.#openWriter();
      await writer.close();
    } else if (this.#writer.isDead) {
      this.#writer = this.#openWriter();
    }
    return new StoreError("embedded store failed", { cause: error });
  }

  #openWriter(): Writer {
    if (this.#path === IN_MEMORY) return inlineWriter(this.#connection, this.#maxBytes);
    return threadWriter({ path: this.#path, maxBytes: this.#maxBytes });
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
