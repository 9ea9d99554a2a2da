import type { Database, Statement } from "./client.ts";

/**
 * The statements of a batch by name, in the order in which they run. A list under one name runs in its own order. An
 * empty list, false, null or undefined runs nothing. Names must not look like array indexes: JavaScript would put those
 * first.
 */
export type NamedStatements = Readonly<Record<string, Statement | readonly Statement[] | false | null | undefined>>;

/**
 * The results of a batch under the names of its statements; of a list of statements, a list of results; undefined where
 * nothing ran.
 */
export type BatchResults<T extends NamedStatements> = { -readonly [K in keyof T]: ResultOf<T[K]> };

/** A database that runs batches. */
type Batching = Pick<Database, "batch">;

type ResultOf<S> = S extends Statement ? S["_"]["result"] : S extends readonly (infer E)[] ? ResultOf<E>[] : undefined;

/**
 * Runs named statements in one D1 batch: a transaction in which all of them succeed or none does.
 * @returns each statement's result under its name
 * @throws what the database threw; nothing was written then
 */
export async function runBatch<const T extends NamedStatements>(db: Batching, statements: T): Promise<BatchResults<T>> {
  const [results] = await runBatchGroups(db, [statements]);
  return results;
}

/**
 * Runs several groups of named statements in one D1 batch, group after group, so that each group keeps its own names.
 * @returns the results of each group
 */
export async function runBatchGroups<const G extends readonly NamedStatements[]>(
  db: Batching,
  groups: G,
): Promise<{ -readonly [I in keyof G]: BatchResults<G[I]> }> {
  const results: unknown[] = await db.batch(
    groups.flatMap((group) => Object.values(group).flatMap((named) => named || [])),
  );
  let at = 0;
  const next = () => results[at++];
  const named = groups.map((group) => {
    const found: Record<string, unknown> = {};
    for (const [name, statement] of Object.entries(group)) {
      if (Array.isArray(statement)) found[name] = statement.map(next);
      else found[name] = statement ? next() : undefined;
    }
    return found;
  });
  // Built from the same keys in the same order; the compiler cannot follow that through `Object.entries`.
  return named as { -readonly [I in keyof G]: BatchResults<G[I]> };
}
