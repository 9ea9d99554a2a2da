import { is, Param, Placeholder, sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { Database } from "./client.ts";

/** A statement's values before they are known. */
export type Placeholders<V> = { readonly [K in keyof V]-?: Placeholder };

/** What a condition is compared with: a value, or the place of one in a statement that is kept. */
export type Bindable<T> = T | Placeholder;

/** A statement of drizzle's, not yet run. */
type Built<R> = RunnableQuery<R, "sqlite"> & PromiseLike<R>;

/** A statement of drizzle's that is prepared. Of all this, only the text belongs to the session that prepared it. */
interface Prepared {
  getQuery(): { sql: string; params: readonly unknown[] };
  mapResult(result: unknown, isFromBatch: boolean): unknown;
}

/** What is kept of a statement: its text, where its values come from, and how its rows are read. */
interface Template {
  sql: string;
  isRead: boolean;
  params: readonly ((values: object) => unknown)[];
  mapResult: Prepared["mapResult"];
}

/**
 * A statement whose text is worked out once in an isolate. To build it anew costs as much as to run it, and on the ways
 * of guests nothing in it changes but its values.
 *
 * @param build makes it, once, with a place for each value. A place knows nothing of its column, unless it stands in
 *   `values` or `set`: a condition on a column that is stored in another form than it is read takes the stored form
 * @returns makes the statement on a database; a value that is absent is null
 */
export function prepared<V extends object, R>(
  build: (db: Database, given: Placeholders<V>) => Built<R>,
): (db: Database, values: V) => PreparedStatement<R> {
  let template: Template | undefined;
  return (db, values) => {
    template ??= templateOf(build(db, placeholdersFor<V>()));
    return new PreparedStatement(db, template, values);
  };
}

/**
 * A statement that has a few shapes, each of which is kept.
 * @param build makes the statement of a shape
 * @returns makes the statement of a shape on a database; there must be few shapes, as none is forgotten
 */
export function preparedByShape<S extends string | number, V extends object, R>(
  build: (shape: S, db: Database, given: Placeholders<V>) => Built<R>,
): (shape: S, db: Database, values: V) => PreparedStatement<R> {
  const shapes = new Map<S, (db: Database, values: V) => PreparedStatement<R>>();
  return (shape, db, values) => {
    const known = shapes.get(shape) ?? prepared<V, R>((on, given) => build(shape, on, given));
    shapes.set(shape, known);
    return known(db, values);
  };
}

/** A statement whose text was kept: for a batch, or to be awaited. */
export class PreparedStatement<R> implements RunnableQuery<R, "sqlite">, PromiseLike<R> {
  declare readonly _: { readonly dialect: "sqlite"; readonly result: R };
  readonly #db: Database;
  readonly #template: Template;
  readonly #values: object;

  constructor(db: Database, template: Template, values: object) {
    this.#db = db;
    this.#template = template;
    this.#values = values;
  }

  /** What drizzle's batch asks of a statement. */
  _prepare() {
    const { sql, params, mapResult } = this.#template;
    const query = { sql, params: params.map((valueIn) => valueIn(this.#values)) };
    return { stmt: this.#db.client.prepare(sql), getQuery: () => query, mapResult };
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement runs when it is awaited, as all of drizzle's do
  then<A = R, B = never>(
    done?: ((result: R) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(done, failed);
  }

  async #run(): Promise<R> {
    if (this.#template.isRead) return this.#db.read(this);
    const [result] = await this.#db.batch([this]);
    return result as R;
  }
}

function placeholdersFor<V extends object>(): Placeholders<V> {
  return new Proxy({} as Placeholders<V>, {
    get: (_, name) => sql.placeholder(String(name)),
    // A rest or a spread would find nothing and leave columns out.
    ownKeys() {
      throw new Error("take each value by its name");
    },
  });
}

function templateOf(statement: unknown): Template {
  // Drizzle keeps the method out of its types; its own `batch` calls it.
  const prepared = (statement as { _prepare(): Prepared })._prepare();
  const { sql, params } = prepared.getQuery();
  const isRead = sql.startsWith("select");
  return { sql, isRead, params: params.map(sourceOf), mapResult: prepared.mapResult.bind(prepared) };
}

/** Where the value of one parameter comes from. */
function sourceOf(param: unknown): (values: object) => unknown {
  if (is(param, Placeholder)) return (values) => namedIn(param.name, values);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value: place } = param;
  return (values) => {
    const value = namedIn(place.name, values);
    return value === null ? null : encoder.mapToDriverValue(value);
  };
}

function namedIn(name: string, values: object): unknown {
  return (values as Record<string, unknown>)[name] ?? null;
}
