import { DurableObject } from "cloudflare:workers";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { hit, type RateLimitResult, type RateRule } from "../../kernel/sliding-window.ts";

const LOG_KEY = "log";
/** The stored log of one key of a partition. */
const keyedLog = (key: string) => `${LOG_KEY}:${key}`;
/**
 * Shorter windows are only in memory, where a pending timer keeps the object (from compatibility date 2026-10-01 on).
 * After a deployment or a machine failure, a caller has the full limit again.
 */
const MIN_STORED_WINDOW_SECONDS = 120;
/** Keys of one partition: more than an object can be called for within a short window (about 1,000 a second). */
const MAX_PARTITION_KEYS = 150_000;

/**
 * The exact sliding window of one limited key, or of each key of a partition: a single thread counts, so parallel hits
 * cannot exceed the limit.
 */
export class RateWindow extends DurableObject {
  #log: number[] | null = null;
  #logsByKey = new BoundedMap<string, number[]>(MAX_PARTITION_KEYS);
  #inMemoryUntil: ReturnType<typeof setTimeout> | undefined;

  /**
   * Counts one hit at the object's own time.
   * @param key a key of the partition; left out where the object belongs to one key
   */
  async hit(rule: RateRule, key?: string): Promise<RateLimitResult> {
    const stored = rule.windowSeconds >= MIN_STORED_WINDOW_SECONDS;
    if (!stored) this.#stayInMemory(rule.windowSeconds);
    if (key !== undefined) return this.#hitKey(rule, key, stored);
    const log = this.#log ?? (stored ? ((await this.ctx.storage.get<number[]>(LOG_KEY)) ?? []) : []);
    // No await between here and the assignment: two hits that both waited for storage have to see each other.
    const outcome = hit(this.#log ?? log, rule, Date.now());
    this.#log = outcome.log;
    if (stored && outcome.verdict.allowed) {
      await this.ctx.storage.put(LOG_KEY, outcome.log);
      await this.ctx.storage.setAlarm(Date.now() + rule.windowSeconds * 1000);
    }
    return outcome.verdict;
  }

  /** Clears every hit. */
  async clear(): Promise<void> {
    this.#log = null;
    this.#logsByKey = new BoundedMap(MAX_PARTITION_KEYS);
    await this.ctx.storage.deleteAll();
    await this.ctx.storage.deleteAlarm();
  }

  async #hitKey(rule: RateRule, key: string, stored: boolean): Promise<RateLimitResult> {
    const read = stored && this.#logsByKey.get(key) === undefined;
    const log = read ? ((await this.ctx.storage.get<number[]>(keyedLog(key))) ?? []) : [];
    // There must be no await between here and the assignment, as above.
    const outcome = hit(this.#logsByKey.get(key) ?? log, rule, Date.now());
    this.#logsByKey.set(key, outcome.log);
    if (stored && outcome.verdict.allowed) {
      await this.ctx.storage.put(keyedLog(key), outcome.log);
      await this.ctx.storage.setAlarm(Date.now() + rule.windowSeconds * 1000);
    }
    return outcome.verdict;
  }

  #stayInMemory(seconds: number): void {
    clearTimeout(this.#inMemoryUntil);
    this.#inMemoryUntil = setTimeout(() => undefined, seconds * 1000);
  }

  /** The newest hit has left the window. */
  override async alarm(): Promise<void> {
    await this.clear();
  }
}
