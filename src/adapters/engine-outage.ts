import type { Clock } from "../kernel/clock.ts";
import { log } from "../kernel/log.ts";
import type { Counters } from "./counters.ts";

/** Between two reports of outages, and two counts of their accesses: each may be a line of the log. */
const INTERVAL_MS = 60_000;

/**
 * Reports when a region's engine stops and resumes responding: one log line each, for any number of unscored accesses.
 * Their number is counted at most once per minute and at the end. An engine that is late now and then is reported once
 * per minute.
 */
export class EngineOutage {
  readonly #region: string;
  readonly #counters: Counters;
  readonly #clock: Clock;
  #isOut = false;
  /** Whether the log has a line of this outage. */
  #isReported = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #uncounted = 0;
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(region: string, counters: Counters, clock: Clock) {
    this.#region = region;
    this.#counters = counters;
    this.#clock = clock;
  }

  /** An access was not scored in time. */
  recordUnscored(): void {
    const now = this.#clock.now();
    this.#isOut = true;
    if (!this.#isReported && now - this.#reportedAt >= INTERVAL_MS) {
      this.#isReported = true;
      this.#reportedAt = now;
      log("warn", "engine_unavailable", {
        region: this.#region,
        effect: "guests get in without a score, except at events that ask for codes from low or medium",
      });
    }
    this.#uncounted++;
    if (now - this.#countedAt < INTERVAL_MS) return;
    this.#countedAt = now;
    this.#count();
  }

  /** An access was scored. */
  recordScored(): void {
    if (!this.#isOut) return;
    this.#isOut = false;
    this.#count();
    if (this.#isReported) log("info", "engine_available", { region: this.#region });
    this.#isReported = false;
  }

  #count(): void {
    if (this.#uncounted === 0) return;
    this.#counters.count("engine_unavailable", "score", this.#uncounted);
    this.#uncounted = 0;
  }
}
