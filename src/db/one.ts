import type { Statement } from "./client.ts";

declare global {
  /** True in the tests that run on workerd. */
  const IS_TEST: boolean;
}

/**
 * Takes the row of a statement that returns at most one: for a batch, or to be awaited. The result is undefined without a
 * row. In tests, more rows than one are an error. Wraps a prepared statement from outside, as in `one(findGuest(db, id))`.
 */
export function one<R>(statement: Statement<readonly R[]> & PromiseLike<readonly R[]>): OneRow<R> {
  return new OneRow(statement);
}

/** A statement whose result is its row. */
export class OneRow<R> implements Statement<R | undefined>, PromiseLike<R | undefined> {
  declare readonly _: { readonly dialect: "sqlite"; readonly result: R | undefined };
  readonly #statement: Statement & PromiseLike<readonly R[]>;

  constructor(statement: Statement & PromiseLike<readonly R[]>) {
    this.#statement = statement;
  }

  prepare() {
    const prepared = this.#statement.prepare();
    return {
      getQuery: () => prepared.getQuery(),
      mapResult: (result: unknown, isFromBatch: boolean) =>
        rowOf(prepared.mapResult(result, isFromBatch) as readonly R[]),
      fields: prepared.fields,
      joinsNotNullableMap: prepared.joinsNotNullableMap,
    };
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement runs when it is awaited, as all of Drizzle's do
  then<A = R | undefined, B = never>(
    done?: ((row: R | undefined) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return this.#statement.then(rowOf).then(done, failed);
  }
}

function rowOf<R>(rows: readonly R[]): R | undefined {
  // Code that no bundler has processed, such as an operator's command, runs outside tests.
  if (typeof IS_TEST !== "undefined" && IS_TEST && rows.length > 1) {
    throw new Error(`one() takes a statement with at most one row, and this one returned ${rows.length}`);
  }
  return rows[0];
}
