import type { Clock } from "../kernel/clock.ts";
import type { ScoringEngine } from "./scoring-engine.ts";

/** What a request may wait for. */
export type Waited = "db" | "engine";

/**
 * How long a request has waited for storage and for the engine, as sums: what ran side by side counts twice. A Worker's
 * clock stands still while it computes, so that this is waiting and nothing else.
 */
export class TimeSpent {
  readonly #clock: Clock;
  readonly #sums = new Map<Waited, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Measures some work. */
  async on<T>(waited: Waited, work: () => Promise<T>): Promise<T> {
    const began = this.#clock.now();
    try {
      return await work();
    } finally {
      this.#sums.set(waited, (this.#sums.get(waited) ?? 0) + this.#clock.now() - began);
    }
  }

  /** Milliseconds by what was waited for; what was not asked at all is not among them. */
  sums(): readonly (readonly [Waited, number])[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** A database whose sessions are measured. */
export function timedDatabase(binding: D1Database, spent: TimeSpent): Pick<D1Database, "withSession"> {
  return { withSession: (constraint) => timedSession(binding.withSession(constraint), spent) };
}

/** An engine whose scores are measured. */
export function timedEngine(engine: ScoringEngine, spent: TimeSpent): ScoringEngine {
  return { ...engine, score: (access) => spent.on("engine", () => engine.score(access)) };
}

function timedSession(session: D1DatabaseSession, spent: TimeSpent): D1DatabaseSession {
  return {
    prepare: (query) => timed(session.prepare(query), spent),
    batch: <T>(statements: D1PreparedStatement[]) => spent.on("db", () => session.batch<T>(statements.map(originalOf))),
    getBookmark: () => session.getBookmark(),
  };
}

/** A statement that is measured where it runs on its own. A batch takes the original, which is the platform's. */
class TimedStatement {
  readonly original: D1PreparedStatement;
  readonly #spent: TimeSpent;

  constructor(original: D1PreparedStatement, spent: TimeSpent) {
    this.original = original;
    this.#spent = spent;
  }

  bind(...values: unknown[]): D1PreparedStatement {
    return timed(this.original.bind(...values), this.#spent);
  }

  run(): Promise<D1Result> {
    return this.#spent.on("db", () => this.original.run());
  }

  all(): Promise<D1Result> {
    return this.#spent.on("db", () => this.original.all());
  }

  raw(...args: Parameters<D1PreparedStatement["raw"]>): Promise<unknown> {
    return this.#spent.on("db", () => this.original.raw(...args));
  }

  first(...args: Parameters<D1PreparedStatement["first"]>): Promise<unknown> {
    return this.#spent.on("db", () => this.original.first(...args));
  }
}

function timed(original: D1PreparedStatement, spent: TimeSpent): D1PreparedStatement {
  // The overloads of `first` and `raw` cannot be followed; nothing but the time is added to them.
  return new TimedStatement(original, spent) as unknown as D1PreparedStatement;
}

function originalOf(statement: D1PreparedStatement | TimedStatement): D1PreparedStatement {
  return statement instanceof TimedStatement ? statement.original : statement;
}
