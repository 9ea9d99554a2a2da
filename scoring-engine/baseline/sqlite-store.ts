import { LRUCache } from "lru-cache";
import { hash53 } from "../hash.ts";
import { formatDocument, parseDocument } from "./document.ts";
import { type Connection, codeOf, dayOf, isTorn, openFile, type Row, startAfresh } from "./sqlite-file.ts";
import { CommitError, inlineWriter, threadWriter, type Writer } from "./sqlite-writer.ts";
import { type Step, type Store, StoreError, type Write } from "./store.ts";

const IN_MEMORY = ":memory:";
/** The character after a line's end: all keys of an owner lie between the two. */
const AFTER_LINE_END = "\v";
/**
 * Between a decision and its commit, when nobody waits for it: a door's worth of scans shares one transaction, and the
 * writer is woken fifty times a second at most. Milliseconds.
 */
const COMMIT_AFTER_MS = 20;
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
/** Documents waiting for the disk above which the store counts as lost: a dead disk must not fill the memory. */
const MAX_UNWRITTEN = 20_000;

interface Waiter {
  resolve(): void;
  reject(error: StoreError): void;
}

/** A document as its row has it. */
interface Text {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** No document; no document's text is empty. */
const ABSENT: Text = { text: "", expiresAt: Number.POSITIVE_INFINITY };

interface Parsed {
  /** Undefined where there is no document. */
  readonly value: unknown;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

function rowOf({ key, value, expiresAt }: Write): Row {
  return [hash53(key), key, value === undefined ? null : formatDocument(value), dayOf(expiresAt) + 1];
}

/**
 * Decisions are made at once, on documents in memory, and committed together a moment later by the writer. This
 * process is the file's only user, so nothing can come between.
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
  /** Decided, not yet with the writer. */
  #unwritten = new Map<string, Write>();
  /** With the writer. */
  #writing: ReadonlyMap<string, Write> | null = null;
  #waiters: Waiter[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isHurried = false;
  #round: Promise<void> = Promise.resolve();

  constructor(path: string, maxBytes: number, onError: (error: unknown) => void) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#onError = onError;
    this.#connection = openFile(path, onError);
    this.#writer = this.#openWriter();
  }

  async transact<T>({ keys, decide }: Step<T>): Promise<T> {
    if (this.#unwritten.size > MAX_UNWRITTEN) throw new StoreError("the disk does not keep up");
    const documents = keys.map((key) => this.#read(key));
    const { result, writes } = decide(documents);
    for (const write of writes) {
      this.#unwritten.set(write.key, write);
      this.#parsed.set(write.key, write);
    }
    if (writes.length > 0) this.#schedule();
    return result;
  }

  async listOwned(owner: string, limit: number): Promise<readonly string[]> {
    try {
      return this.#connection.list.all(`${owner}\n`, `${owner}${AFTER_LINE_END}`, limit).map(({ key }) => String(key));
    } catch (error) {
      throw await this.#recover(error);
    }
  }

  async settled(): Promise<void> {
    if (this.#unwritten.size > 0) {
      const written = new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
      this.#hurry();
      await written;
    } else if (this.#writing !== null) {
      await this.#round;
    }
  }

  async close(): Promise<void> {
    await this.#round.catch(() => {});
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#commit().catch(() => {});
    await this.#writer.close();
    this.#connection.database.close();
  }

  /** One batch is under way at a time; whatever is decided meanwhile makes the next. */
  #schedule(): void {
    if (this.#writing === null) this.#timer ??= setTimeout(() => this.#begin(), COMMIT_AFTER_MS);
  }

  /** Somebody waits: the next batch begins as soon as this turn of the event loop has been decided. */
  #hurry(): void {
    if (this.#isHurried || this.#writing !== null) return;
    this.#isHurried = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isHurried = false;
    if (this.#writing !== null || this.#unwritten.size === 0) return;
    this.#round = this.#commit();
    this.#round.catch(() => {});
  }

  async #commit(): Promise<void> {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.#writing = this.#unwritten;
    this.#unwritten = new Map();
    try {
      await this.#write([...this.#writing.values()].map((write) => this.#row(write)));
      for (const waiter of waiters) waiter.resolve();
    } catch (error) {
      const failure = await this.#recover(error);
      for (const waiter of waiters) waiter.reject(failure);
      throw failure;
    } finally {
      this.#writing = null;
      if (this.#waiters.length > 0) this.#hurry();
      else if (this.#unwritten.size > 0) this.#schedule();
    }
  }

  /** A writer that dies takes its batch with it, so a new one gets it again. */
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

  /** The row to write; its text is the one to remember, too. */
  #row(write: Write): Row {
    const row = rowOf(write);
    const [, key, text] = row;
    if (text === null) this.#texts.delete(key);
    else this.#texts.set(key, { text, expiresAt: write.expiresAt });
    return row;
  }

  #read(key: string): unknown {
    // What is not in the file yet must be found, however much has been read since.
    const known = this.#parsed.get(key) ?? this.#unwritten.get(key) ?? this.#writing?.get(key) ?? this.#parse(key);
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

  /** Reports a failure; a torn file is moved aside and a new one begun, a writer that has died is replaced. */
  async #recover(error: unknown): Promise<StoreError> {
    this.#onError(error);
    const code = error instanceof CommitError ? error.code : codeOf(error);
    if (isTorn(code) && this.#path !== IN_MEMORY) {
      const writer = this.#writer;
      this.#connection.database.close();
      this.#parsed.clear();
      this.#texts.clear();
      this.#connection = startAfresh(this.#path);
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
 * The embedded store: one file of one process, survives a restart. What `settled` has confirmed is on disk; a power
 * cut loses at most the last milliseconds and never half of an access.
 * @param path file, or `:memory:`
 * @param maxBytes size above which the documents that would expire first are forgotten early
 * @param onError told about every failure of the file
 */
export function openSqliteStore(path: string, maxBytes: number, onError: (error: unknown) => void): Store {
  return new SqliteStore(path, maxBytes, onError);
}
