import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { formatDocument, parseDocument } from "./document.ts";
import { type Change, ownerOf, type Step, type Store, StoreError } from "./store.ts";

/** A command without an answer for this long is lost, and Redis with it. Milliseconds. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;
/**
 * A change is repeated for this long when other replicas wrote first, with pauses of up to so much. The caller may have
 * left by then, but its access must not be lost: the same access comes again over the bus and finds it counted.
 */
const REPEAT_WITHIN_MS = 1_000;
const MAX_PAUSE_MS = 4;
/** Time between attempts to reach a Redis that is gone; until then calls fail at once. */
const RECONNECT_MS = 500;
const OPTIONS = {
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  retryStrategy: () => RECONNECT_MS,
  keyPrefix: "usher:",
};
/** Marks an absent document in the comparison, and one to erase among the new texts. */
const ABSENT = "";
/** The name of the set of an owner's keys, after the owner. */
const OWNED = "\nowned";

/**
 * Writes only if every document still is what was read. KEYS: documents, then for each the set of its owner's keys,
 * which lives as long as the longest-lived of them. ARGV: the old texts, then per document the new text and the time to
 * live in milliseconds, then the documents' names in the set.
 */
const COMPARE_AND_SET = `
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

/** One at a time, first come, first served: calls of one process that lost a race do not race each other again. */
function openQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}

function argumentsOf<T>(keys: readonly string[], before: readonly string[], change: Change<T>): (string | number)[] {
  const writes = new Map(change.writes.map((write) => [write.key, write]));
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
  readonly #losers = openQueue();

  constructor(url: string, onError: (error: unknown) => void) {
    const redis = new Redis(url, OPTIONS);
    redis.on("error", onError);
    redis.defineCommand("compareAndSet", { lua: COMPARE_AND_SET });
    this.#redis = redis as Commands;
    this.#ready = new Promise((resolve) => redis.once("ready", resolve));
  }

  async transact<T>(step: Step<T>, patienceMs: number): Promise<T> {
    const impatience = new AbortController();
    const lost = pause(patienceMs, undefined, { ref: false, signal: impatience.signal }).then(() => {
      throw new Error("redis is slow");
    });
    try {
      return await Promise.race([this.#carryOut(step), lost]);
    } catch (error) {
      throw new StoreError("redis store failed", { cause: error });
    } finally {
      impatience.abort();
      lost.catch(() => {});
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

  /** Every change has been written when its `transact` resolves. */
  async settled(): Promise<void> {}

  async close(): Promise<void> {
    await this.#redis.quit().catch(() => this.#redis.disconnect());
  }

  async #carryOut<T>(step: Step<T>): Promise<T> {
    // Only until the first connection; a connection that is lost later fails at once.
    if (this.#redis.status !== "ready") await this.#ready;
    const change = await this.#attempt(step);
    return change === null ? await this.#losers(() => this.#repeat(step)) : change.result;
  }

  /** Reads, decides and writes once; null when another replica wrote in between. */
  async #attempt<T>({ keys, decide }: Step<T>): Promise<Change<T> | null> {
    const texts = (await this.#redis.mget(...keys)).map((text) => text ?? ABSENT);
    const change = decide(texts.map((text) => (text === ABSENT ? undefined : parseDocument(text))));
    if (change.writes.length === 0) return change;
    const [count, ...rest] = argumentsOf(keys, texts, change);
    return (await this.#redis.compareAndSet(Number(count), ...rest)) === 1 ? change : null;
  }

  async #repeat<T>(step: Step<T>): Promise<T> {
    const until = performance.now() + REPEAT_WITHIN_MS;
    while (performance.now() < until) {
      const change = await this.#attempt(step);
      if (change !== null) return change.result;
      await pause(Math.random() * MAX_PAUSE_MS);
    }
    throw new Error("other replicas always wrote first");
  }
}

/**
 * The store that several replicas share. A change is a compare-and-set of all documents it writes, in one script:
 * of two replicas scoring one guest at once the later repeats its fold on the other's result, so nothing is lost.
 * @param url `redis://…` or `rediss://…`
 * @param onError told about a lost connection
 */
export function openRedisStore(url: string, onError: (error: unknown) => void): Store {
  return new RedisStore(url, onError);
}
