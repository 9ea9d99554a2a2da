import type { Clock } from "../kernel/clock.ts";
import type { ScoringEngine } from "./scoring-engine.ts";

/** A service outside of the process that requests wait for. */
export type TimingTarget = "db" | "engine";

/**
 * Sums of a request's waits for storage and for the engine; parallel calls are added. The sums contain no processor
 * time, because a Worker's clock does not advance while it computes.
 */
export class RequestTimings {
  readonly #clock: Clock;
  readonly #sums = new Map<TimingTarget, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds the duration of a call to its target. */
  async measure<T>(target: TimingTarget, work: () => Promise<T>): Promise<T> {
    const began = this.#clock.now();
    try {
      return await work();
    } finally {
      this.#sums.set(target, (this.#sums.get(target) ?? 0) + this.#clock.now() - began);
    }
  }

  /** Milliseconds by target, without targets that were not called. */
  totals(): readonly (readonly [TimingTarget, number])[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** An engine whose `score` is measured. */
export function timedEngine(engine: ScoringEngine, spent: RequestTimings): ScoringEngine {
  return { ...engine, score: (access) => spent.measure("engine", () => engine.score(access)) };
}
