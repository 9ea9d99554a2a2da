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

/** Statements of a batch are the platform's own objects, so each is remembered by what stands for it. */
const ORIGINALS = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function timedSession(session: D1DatabaseSession, spent: TimeSpent): D1DatabaseSession {
  return {
    prepare: (query) => timedStatement(session.prepare(query), spent),
    batch: <T>(statements: D1PreparedStatement[]) =>
      spent.on("db", () => session.batch<T>(statements.map((statement) => ORIGINALS.get(statement) ?? statement))),
    getBookmark: () => session.getBookmark(),
  };
}

function timedStatement(original: D1PreparedStatement, spent: TimeSpent): D1PreparedStatement {
  // The overloads of `first` and `raw` cannot be followed; nothing but the time is added to them.
  const timed = {
    bind: (...values: unknown[]) => timedStatement(original.bind(...values), spent),
    run: () => spent.on("db", () => original.run()),
    all: () => spent.on("db", () => original.all()),
    raw: (...args: Parameters<D1PreparedStatement["raw"]>) => spent.on("db", () => original.raw(...args)),
    first: (...args: Parameters<D1PreparedStatement["first"]>) => spent.on("db", () => original.first(...args)),
  } as unknown as D1PreparedStatement;
  ORIGINALS.set(timed, original);
  return timed;
}
