import type { Clock } from "../kernel/clock.ts";
import type { ScoringEngine } from "./scoring-engine.ts";

/** What a request waits for outside of the process. */
export type TimingTarget = "db" | "engine";

/**
 * How long a request has waited for storage and for the engine, as sums: parallel calls are added up. A Worker's clock
 * does not advance while it computes, so the sums hold no processor time.
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

  /** Milliseconds by target; targets that were not called are left out. */
  totals(): readonly (readonly [TimingTarget, number])[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** A database whose calls are measured. */
export function timedDatabase(binding: D1Database, spent: RequestTimings): Pick<D1Database, "withSession"> {
  return { withSession: (constraint) => timedSession(binding.withSession(constraint), spent) };
}

/** An engine whose `score` is measured. */
export function timedEngine(engine: ScoringEngine, spent: RequestTimings): ScoringEngine {
  return { ...engine, score: (access) => spent.measure("engine", () => engine.score(access)) };
}

function timedSession(session: D1DatabaseSession, spent: RequestTimings): D1DatabaseSession {
  return {
    prepare: (query) => timed(session.prepare(query), spent),
    batch: <T>(statements: D1PreparedStatement[]) =>
      spent.measure("db", () => session.batch<T>(statements.map(originalOf))),
    getBookmark: () => session.getBookmark(),
  };
}

/** Measures a statement that runs on its own. A batch takes the original, because D1 accepts only its own objects. */
class TimedStatement {
  readonly original: D1PreparedStatement;
  readonly #spent: RequestTimings;

  constructor(original: D1PreparedStatement, spent: RequestTimings) {
    this.original = original;
    this.#spent = spent;
  }

  bind(...values: unknown[]): D1PreparedStatement {
    return timed(this.original.bind(...values), this.#spent);
  }

  run(): Promise<D1Result> {
    return this.#spent.measure("db", () => this.original.run());
  }

  all(): Promise<D1Result> {
    return this.#spent.measure("db", () => this.original.all());
  }

  raw(...args: Parameters<D1PreparedStatement["raw"]>): Promise<unknown> {
    return this.#spent.measure("db", () => this.original.raw(...args));
  }

  first(...args: Parameters<D1PreparedStatement["first"]>): Promise<unknown> {
    return this.#spent.measure("db", () => this.original.first(...args));
  }
}

function timed(original: D1PreparedStatement, spent: RequestTimings): D1PreparedStatement {
  // The wrapper has the overloads of `first` and `raw` that drizzle calls; the compiler cannot match them.
  return new TimedStatement(original, spent) as unknown as D1PreparedStatement;
}

function originalOf(statement: D1PreparedStatement | TimedStatement): D1PreparedStatement {
  return statement instanceof TimedStatement ? statement.original : statement;
}
