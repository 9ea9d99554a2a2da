import { is, Param, Placeholder, type Query, sql } from "drizzle-orm";
import { assertDistinctNames, type Database, type Statement } from "./client.ts";
import { OneRow } from "./one.ts";
import { rowMapper } from "./row-mapper.ts";

/** A `sql.placeholder` for each value of a prepared statement. */
export type Placeholders<V> = { readonly [K in keyof V]-?: Placeholder };

/** The operand of a condition: a value, or its placeholder in a prepared statement. */
export type Bindable<T> = T | Placeholder;

/** A statement as Drizzle's builders return it. */
type BuiltStatement<R> = Statement<R> & PromiseLike<R>;

/** The retained parts of a built statement: its text, how each parameter is computed, and how its rows are mapped. */
interface Template {
  sql: string;
  isRead: boolean;
  params: readonly ((values: object) => unknown)[];
  mapResult: ReturnType<Statement["prepare"]>["mapResult"];
}

/**
 * A statement that Drizzle builds once per isolate. Building one takes as long as running it, and on hot paths only
 * its values change.
 *
 * @param build builds the statement, once, with a placeholder for each value. Only in `values` and `set` is a
 *   placeholder encoded by its column; in a condition, pass the value as the column stores it
 * @returns binds values to the statement on a database; an absent value is null
 */
export function prepared<V extends object, R>(
  build: (db: Database, placeholders: Placeholders<V>) => BuiltStatement<R>,
): (db: Database, values: V) => PreparedStatement<R> {
  let template: Template | undefined;
  return (db, values) => {
    template ??= templateOf(build(db, placeholdersFor<V>()));
    return new PreparedStatement(db, template, values);
  };
}

/**
 * A statement with a few shapes, such as by its number of rows. Each shape is prepared once.
 * @param build builds the statement of a shape
 * @returns binds values to the statement of a shape. An object has texts, and every caller writes its keys in one order.
 *   All shapes stay in memory, so their number must be small
 */
export function preparedByShape<S extends string | number | object, V extends object, R>(
  build: (shape: S, db: Database, placeholders: Placeholders<V>) => BuiltStatement<R>,
): (shape: S, db: Database, values: V) => PreparedStatement<R> {
  const shapes = new Map<string, (db: Database, values: V) => PreparedStatement<R>>();
  return (shape, db, values) => {
    const key = JSON.stringify(shape);
    const known = shapes.get(key) ?? prepared<V, R>((on, placeholders) => build(shape, on, placeholders));
    shapes.set(key, known);
    return known(db, values);
  };
}

/** A prepared statement with its values: for a batch, or to be awaited. */
export class PreparedStatement<R> implements Statement<R>, PromiseLike<R> {
  declare readonly _: { readonly dialect: "sqlite"; readonly result: R };
  readonly #db: Database;
  readonly #template: Template;
  readonly #values: object;

  constructor(db: Database, template: Template, values: object) {
    this.#db = db;
    this.#template = template;
    this.#values = values;
  }

  prepare() {
    const { sql, params, mapResult } = this.#template;
    return { getQuery: (): Query => ({ sql, params: params.map((valueIn) => valueIn(this.#values)) }), mapResult };
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement runs when it is awaited, as all of Drizzle's do
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
    // A rest or a spread would find no keys and leave columns out.
    ownKeys() {
      throw new Error("take each placeholder by its name");
    },
  });
}

function templateOf(statement: Statement): Template {
  // Its mapper would be lost.
  if (statement instanceof OneRow) throw new Error("wrap a prepared statement in one() from outside");
  const prepared = statement.prepare();
  const { sql, params } = prepared.getQuery();
  const isRead = sql.startsWith("select");
  return { sql: unquoted(sql), isRead, params: params.map(readerOf), mapResult: mapperOf(prepared) };
}

/** A text in quotes, or a name. */
const QUOTED = /'[^']*'|"([a-z_]+)"/g;

/**
 * Returns the text of a statement without the quotes around its names, because D1 parses statements as JSON, where a
 * quote costs as much as many letters. The schema has no reserved word of SQLite as a name, which would need quotes.
 */
function unquoted(text: string): string {
  return text.replace(QUOTED, (quoted, name?: string) => name ?? quoted);
}

/** Returns the mapper for the result of a batch. */
function mapperOf(prepared: ReturnType<Statement["prepare"]>): Template["mapResult"] {
  const { fields, joinsNotNullableMap } = prepared;
  if (fields === undefined) return prepared.mapResult.bind(prepared);
  assertDistinctNames(fields);
  const toRow = rowMapper(fields, joinsNotNullableMap);
  // A row of a batch has its cells by name, in the order of the text.
  return (result) => (result as D1Result<object>).results.map((cells) => toRow(Object.values(cells)));
}

/** Computes one parameter from a statement's values. A constant of the statement is its own value. */
function readerOf(param: unknown): (values: object) => unknown {
  if (is(param, Placeholder)) return (values) => bindingOf(param.name, values);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value: placeholder } = param;
  return (values) => {
    const value = bindingOf(placeholder.name, values);
    return value === null ? null : encoder.mapToDriverValue(value);
  };
}

function bindingOf(name: string, values: object): unknown {
  return (values as Record<string, unknown>)[name] ?? null;
}
