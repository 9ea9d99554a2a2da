import { Column, type ExtractTablesWithRelations, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

/** Only `select`, `insert`, `update`, `delete` and `batch`: D1 has no interactive transaction, one batch is the atom. */
export type Database = Omit<SessionDatabase, "transaction" | "run" | "all" | "get" | "values">;

declare const OF_ACCOUNTS: unique symbol;

/** The database of accounts. What asks for it by this type cannot be given the one of an event. */
export type AccountsDatabase = Database & { readonly [OF_ACCOUNTS]: true };

/** The results of a batch, in the order of its statements. */
export type BatchOf<T extends readonly BatchItem<"sqlite">[]> = { -readonly [K in keyof T]: T[K]["_"]["result"] };

/** Statements of a batch whose number is only known at run time. At least one. */
export type Statements = [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/**
 * Where a session may begin (D1 Sessions API): `first-primary` sees every write that was acknowledged before it,
 * `first-unconstrained` may be served by the nearest replica and be a moment late.
 */
export type Consistency = "first-primary" | "first-unconstrained";

/** Opens a session on a D1 database. Costs nothing until the first statement. */
export function openDatabase(binding: Pick<D1Database, "withSession">, consistency: Consistency): Database {
  return new SessionDatabase(binding.withSession(consistency));
}

/** Drizzle's relational queries are not used. */
type NoTables = Record<string, never>;

/** Drizzle on one session of D1. */
class SessionDatabase extends DrizzleD1Database {
  /** The session itself, for statements whose text is known already; see `kept`. */
  readonly client: Pick<D1DatabaseSession, "prepare">;
  #asked: Asked[] = [];

  constructor(client: D1DatabaseSession) {
    // A session prepares and batches as a database does, and drizzle uses nothing else of it.
    const session = new SQLiteD1Session<NoTables, ExtractTablesWithRelations<NoTables>>(
      client as unknown as D1Database,
      DIALECT,
      undefined,
    );
    super("async", DIALECT, session, undefined);
    this.client = client;
  }

  /** Runs statements in their order, all of them or none. Of no statements it is nothing, and costs nothing. */
  override batch<const T extends readonly BatchItem<"sqlite">[]>(statements: T): Promise<BatchOf<T>> {
    const [first, ...rest]: readonly BatchItem<"sqlite">[] = statements;
    if (first === undefined) return Promise.resolve([] as BatchOf<T>);
    return super.batch([first, ...rest]) as Promise<BatchOf<T>>;
  }

  /** Runs one read. Those that are asked for at the same moment, such as by all messages of a queue, share a call. */
  read<R>(statement: RunnableQuery<R, "sqlite">): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#asked.push({ statement, resolve: resolve as (result: unknown) => void, reject });
      if (this.#asked.length === 1) queueMicrotask(() => this.#ask());
    });
  }

  async #ask(): Promise<void> {
    const asked = this.#asked.splice(0);
    try {
      const results: unknown[] = await this.batch(asked.map(({ statement }) => statement));
      for (const [index, { resolve }] of asked.entries()) resolve(results[index]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** Somebody who waits for a read. */
interface Asked {
  statement: BatchItem<"sqlite">;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface SelectedField {
  path: string[];
  field: unknown;
}

/** The methods of the dialect that have to be taught something; drizzle keeps them private. */
interface StatementBuilder {
  buildSelection(fields: SelectedField[], options?: { isSingleTable?: boolean }): unknown;
  buildLimit(limit: number | SQLWrapper | undefined): SQL | undefined;
}

const DIALECT = createDialect();

/**
 * D1 answers a batch with objects keyed by column name, so that of two joined tables' equally named columns only one
 * comes back and drizzle fills the wrong fields. Here such columns get names of their own.
 *
 * A limit stands in the text: SQLite plans by it, so that with a bound one it would compile a statement that it has
 * compiled already each time that it runs.
 */
function createDialect(): SQLiteAsyncDialect {
  const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });
  const builder = dialect as unknown as StatementBuilder;
  const buildSelection = builder.buildSelection.bind(dialect);
  const buildLimit = builder.buildLimit.bind(dialect);
  builder.buildSelection = (fields, options) => buildSelection(withDistinctNames(fields), options);
  builder.buildLimit = (limit) => buildLimit(typeof limit === "number" ? sql.raw(String(limit)) : limit);
  return dialect;
}

function withDistinctNames(fields: SelectedField[]): SelectedField[] {
  const names = fields.flatMap(({ field }) => (is(field, Column) ? [field.name] : []));
  if (new Set(names).size === names.length) return fields;
  return fields.map(({ path, field }, index) =>
    is(field, Column) ? { path, field: sql`${field}`.as(`c${index}`) } : { path, field },
  );
}
