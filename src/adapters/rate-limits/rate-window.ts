import { DurableObject } from "cloudflare:workers";
import { hit, type RateRule, type RateVerdict } from "./rules.ts";

const LOG_KEY = "log";
/** Shorter windows live in memory alone: an object that was evicted has been idle for longer than that. */
const MIN_STORED_WINDOW_SECONDS = 120;

/** The exact sliding window of one limited key: a single thread counts, so parallel hits cannot pass the limit. */
export class RateWindow extends DurableObject {
  #log: number[] | null = null;

  /** Counts one hit at the object's own time. */
  async hit(rule: RateRule): Promise<RateVerdict> {
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
