import { DurableObject } from "cloudflare:workers";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { hit, type RateRule, type RateVerdict } from "../../kernel/sliding-window.ts";

const LOG_KEY = "log";
/** Shorter windows live in memory alone: an object that was evicted has been idle for longer than that. */
const MIN_STORED_WINDOW_SECONDS = 120;
/** More keys of one crowd than an object can be asked about within a short window (about a thousand a second). */
const MAX_CROWD = 150_000;

/**
 * The exact sliding window of one limited key, or of each key of a crowd: a single thread counts, so parallel hits
 * cannot pass the limit.
 */
export class RateWindow extends DurableObject {
  #log: number[] | null = null;
  readonly #crowd = new BoundedMap<string, number[]>(MAX_CROWD);

  /**
   * Counts one hit at the object's own time.
   * @param key which of the crowd that shares this object; left out where the object is one key's own. Crowds live in
   *   memory alone, so their windows are short.
   */
  async hit(rule: RateRule, key?: string): Promise<RateVerdict> {
    if (key !== undefined) {
      const outcome = hit(this.#crowd.get(key) ?? [], rule, Date.now());
      this.#crowd.set(key, outcome.log);
      return outcome.verdict;
    }
    const stored = rule.windowSeconds >= MIN_STORED_WINDOW_SECONDS;
    const log = this.#log ?? (stored ? ((await this.ctx.storage.get<number[]>(LOG_KEY)) ?? []) : []);
    // No await between here and the assignment: two hits that both waited for storage must see each other.
    const outcome = hit(this.#log ?? log, rule, Date.now());
    this.#log = outcome.log;
    if (stored && outcome.verdict.allowed) {
      await this.ctx.storage.put(LOG_KEY, outcome.log);
      await this.ctx.storage.setAlarm(Date.now() + rule.windowSeconds * 1000);
    }
    return outcome.verdict;
  }

  /** The newest hit has left the window: nothing is worth keeping. */
  override async alarm(): Promise<void> {
    this.#log = null;
    await this.ctx.storage.deleteAll();
  }
}
