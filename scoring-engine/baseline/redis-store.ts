import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { formatDocument, parseDocument } from "./document.ts";
import { LAYOUT, ownerOf, type Step, type StepResult, type Store, StoreError } from "./store.ts";

/** After this time without a reply Redis counts as unavailable. Milliseconds. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;
/**
 * A step that lost a race against other replicas is retried for this long, with random pauses. The caller may have timed
 * out by then; the access is still stored, and found again when the queue delivers it.
 */
const RETRY_WITHIN_MS = 1_000;
const MAX_PAUSE_MS = 4;
/** Interval of reconnection attempts; calls fail immediately while disconnected. Milliseconds. */
const RECONNECT_MS = 500;
const OPTIONS = {
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  retryStrategy: () => RECONNECT_MS,
  keyPrefix: `usher:${LAYOUT}:`,
};
/** Represents an absent document in comparisons, and a deletion among new texts. */
const ABSENT = "";
/** Suffix of the key of the set that lists an owner's keys. */
const OWNED = "\nowned";

/**
 * Writes documents if all of them are unchanged since they were read. KEYS: documents, then for each the set of its
 * owner's keys, which expires with the last of them. ARGV: old texts, then per document the new text and its time to live
 * in milliseconds, then the names of the documents in the set.
 */
const COMPARE_AND_SET_SCRIPT = `
  local n = #KEYS / 2
  for i = 1, n do
    if (redis.call('GET', KEYS[i]) or '') ~= ARGV[i] then return 0 end
  end
  for i = 1, n do
    local value, ttl, name, owned = ARGV[n + 2 * i - 1], tonumber(ARGV[n + 2 * i]), ARGV[3 * n + i], KEYS[n + i]
    if value == '' then
      redis.call('DEL', KEYS[i])
      redis.call('SREM', owned, name)
    else
      redis.call('SET', KEYS[i], value, 'PX', ttl)
      redis.call('SADD', owned, name)
      if redis.call('PTTL', owned) < ttl then redis.call('PEXPIRE', owned, ttl) end
    end
  end
  return 1`;

interface Commands extends Redis {
  compareAndSet(keys: number, ...args: (string | number)[]): Promise<number>;
}

/** Runs work sequentially: steps of one process that lost a race do not race each other again. */
function openQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}

function argumentsOf<T>(
  keys: readonly string[],
  before: readonly string[],
  outcome: StepResult<T>,
): (string | number)[] {
  const writes = new Map(outcome.writes.map((write) => [write.key, write]));
  const touched = keys.map((key, index) => ({ key, before: before[index] ?? ABSENT, write: writes.get(key) }));
  const guarded = touched.filter(({ write }) => write !== undefined);
  const news = guarded.flatMap(({ write }) => [
    write?.value === undefined ? ABSENT : formatDocument(write.value),
    Math.max(1, Math.round((write?.expiresAt ?? 0) - Date.now())),
  ]);
  const names = guarded.map(({ key }) => key);
  const owned = names.map((name) => ownerOf(name) + OWNED);
  return [2 * names.length, ...names, ...owned, ...guarded.map((one) => one.before), ...news, ...names];
}

class RedisStore implements Store {
  readonly #redis: Commands;
  readonly #ready: Promise<void>;
  readonly #retryQueue = openQueue();

  constructor(url: string, onError: (error: unknown) => void) {
    const redis = new Redis(url, OPTIONS);
    redis.on("error", onError);
    redis.defineCommand("compareAndSet", { lua: COMPARE_AND_SET_SCRIPT });
    this.#redis = redis as Commands;
    this.#ready = new Promise((resolve) => redis.once("ready", resolve));
  }

  async transact<T>(step: Step<T>, timeoutMs: number): Promise<T> {
    const timeout = new AbortController();
    const expired = pause(timeoutMs, undefined, { ref: false, signal: timeout.signal }).then(() => {
      throw new Error("redis timed out");
    });
    try {
      return await Promise.race([this.#run(step), expired]);
    } catch (error) {
      throw new StoreError("redis store failed", { cause: error });
    } finally {
      timeout.abort();
      expired.catch(() => {});
    }
  }

  async listOwned(owner: string, limit: number): Promise<readonly string[]> {
    try {
      if (this.#redis.status !== "ready") await this.#ready;
      return await this.#redis.srandmember(owner + OWNED, limit);
    } catch (error) {
      throw new StoreError("redis store failed", { cause: error });
    }
  }

  /** Steps are durable when `transact` resolves. */
  async flushed(): Promise<void> {}

  async close(): Promise<void> {
    await this.#redis.quit().catch(() => this.#redis.disconnect());
  }

  async #run<T>(step: Step<T>): Promise<T> {
    // Waits for the first connection only; after a disconnection commands fail immediately.
    if (this.#redis.status !== "ready") await this.#ready;
    const outcome = await this.#attempt(step);
    return outcome === null ? await this.#retryQueue(() => this.#retry(step)) : outcome.result;
  }

  /** Reads, decides and writes once; null when a document changed in between. */
  async #attempt<T>({ keys, decide }: Step<T>): Promise<StepResult<T> | null> {
    const texts = (await this.#redis.mget(...keys)).map((text) => text ?? ABSENT);
    const outcome = decide(texts.map((text) => (text === ABSENT ? undefined : parseDocument(text))));
    if (outcome.writes.length === 0) return outcome;
    const [count, ...rest] = argumentsOf(keys, texts, outcome);
    return (await this.#redis.compareAndSet(Number(count), ...rest)) === 1 ? outcome : null;
  }

  async #retry<T>(step: Step<T>): Promise<T> {
    const until = performance.now() + RETRY_WITHIN_MS;
    while (performance.now() < until) {
      const outcome = await this.#attempt(step);
      if (outcome !== null) return outcome.result;
      await pause(Math.random() * MAX_PAUSE_MS);
    }
    throw new Error("too many concurrent writes");
  }
}

/**
 * The store that several replicas share. A step is a compare-and-set of all documents that it writes, in one script. If two
 * replicas score one guest concurrently, the later one decides again on the other's result.
 * @param url `redis://…` or `rediss://…`
 * @param onError called when the connection is lost
 */
export function openRedisStore(url: string, onError: (error: unknown) => void): Store {
  return new RedisStore(url, onError);
}
