import { Column, is, type Query, SQL } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { SQLiteD1Session } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { BaseSQLiteDatabase, type SelectedFieldsOrdered, SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

/**
 * Only `select`, `insert`, `update`, `delete` and `batch`: D1 has no interactive transaction, one batch is the atom.
 */
export type Database = Omit<SessionDatabase, "transaction" | "run" | "all" | "get" | "values">;

declare const OF_ACCOUNTS: unique symbol;

/** The database of accounts. A function that takes this type cannot be given the database of an event. */
export type AccountsDatabase = Database & { readonly [OF_ACCOUNTS]: true };

/** A statement that runs alone or in a batch: what Drizzle's builders return, and `PreparedStatement`. */
export interface Statement<R = unknown> extends RunnableQuery<R, "sqlite"> {
  prepare(): {
    getQuery(): Query;
    mapResult(result: unknown, isFromBatch: boolean): unknown;
    /** The selected or returned fields, in the order of the text; Drizzle's types leave them out. */
    fields?: SelectedFieldsOrdered | undefined;
    /** By table, whether each row of the selection has one. */
    joinsNotNullableMap?: Record<string, boolean> | undefined;
  };
}

/** The results of a batch, in the order of its statements. */
export type BatchOf<T extends readonly Statement[]> = { -readonly [K in keyof T]: T[K]["_"]["result"] };

/** Runs a call to the database, and measures it. */
export type Measure = <T>(call: () => Promise<T>) => Promise<T>;

/** Opens a session on a D1 database that sees every acknowledged write. Costs nothing until the first statement. */
export function openDatabase(binding: Pick<D1Database, "withSession">, measure: Measure = (call) => call()): Database {
  return new SessionDatabase(binding.withSession("first-primary"), measure);
}

const CASING = "snake_case";
/** Shared by all sessions, because it caches the names of columns. */
const DIALECT = new SQLiteAsyncDialect({ casing: CASING });
const COLUMN_NAMES = new CasingCache(CASING);

/** A read that waits for the next shared batch. */
interface PendingRead {
  statement: Statement;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Drizzle on one session of D1. */
class SessionDatabase extends BaseSQLiteDatabase<"async", D1Result> {
  readonly #client: D1DatabaseSession;
  readonly #measure: Measure;
  #pendingReads: PendingRead[] = [];

  constructor(client: D1DatabaseSession, measure: Measure) {
    super("async", DIALECT, new SQLiteD1Session(measured(client, measure), DIALECT, undefined), undefined);
    this.#client = client;
    this.#measure = measure;
  }

  /** Runs statements in their order, all of them or none. An empty list makes no call. */
  async batch<const T extends readonly Statement[]>(statements: T): Promise<BatchOf<T>> {
    if (statements.length === 0) return [] as BatchOf<T>;
    const prepared = statements.map((statement) => statement.prepare());
    for (const { fields } of prepared) if (fields !== undefined) assertDistinctNames(fields);
    const bound = prepared.map((statement) => {
      const { sql, params } = statement.getQuery();
      return this.#client.prepare(sql).bind(...params);
    });
    const results = await this.#measure(() => this.#client.batch(bound));
    return prepared.map((statement, index) => statement.mapResult(results[index], true)) as BatchOf<T>;
  }

  /** Runs one read. All reads of one microtask, such as those of a queue batch's messages, share one D1 call. */
  read<R>(statement: Statement<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#pendingReads.push({ statement, resolve: resolve as (result: unknown) => void, reject });
      if (this.#pendingReads.length === 1) queueMicrotask(() => this.#flushReads());
    });
  }

  async #flushReads(): Promise<void> {
    const reads = this.#pendingReads.splice(0);
    try {
      const results: unknown[] = await this.batch(reads.map(({ statement }) => statement));
      for (const [index, { resolve }] of reads.entries()) resolve(results[index]);
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }
}

/** Measures the statements that Drizzle runs outside a batch. */
function measured(client: D1DatabaseSession, measure: Measure): D1Database {
  const prepare = (text: string) => {
    const statement = client.prepare(text);
    const bind = (...values: unknown[]) => {
      const bound = statement.bind(...values);
      return { run: () => measure(() => bound.run()), raw: () => measure(() => bound.raw()) };
    };
    return { bind };
  };
  // Drizzle calls nothing else of a database.
  return { prepare } as unknown as D1Database;
}

/**
 * D1 returns the rows of a batch as objects keyed by column name, so of two columns with one name only one arrives.
 * Drizzle maps by position and would fill the wrong fields.
 * @throws Error when a selection has two columns of one name; see `aliased`
 */
export function assertDistinctNames(fields: SelectedFieldsOrdered): void {
  const names = fields.flatMap(({ field }) => {
    if (is(field, Column)) return [COLUMN_NAMES.getColumnCasing(field)];
    return is(field, SQL.Aliased) ? [field.fieldAlias] : [];
  });
  if (new Set(names).size === names.length) return;
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  throw new Error(`a statement selects two columns of one name, alias one of them: ${repeated.join(", ")}`);
}
