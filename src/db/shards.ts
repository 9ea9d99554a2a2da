import { type AccountsDatabase, type Database, openDatabase } from "./client.ts";

/** Two ways to read one database; see `Consistency`. */
export interface Shard {
  /** Sees every acknowledged write. */
  db: Database;
  /** The nearest replica, perhaps a moment late: for guests' reads. */
  replicaDb: Database;
}

/** The databases over which events are spread. Accounts are in number 0, which is also an events' database. */
export interface Shards {
  count: number;
  first: Shard;
  /** The first one's `db`, by the type under which accounts are asked for. */
  accounts: AccountsDatabase;
  /** The database of a number; undefined where there is none. The same one each time, within one request. */
  at(number: number): Shard | undefined;
}

/**
 * Opens databases when they are first asked for. Costs nothing until the first statement.
 * @param watched the binding as it is to be used, for who measures it
 */
export function openShards(
  bindings: readonly [D1Database, ...D1Database[]],
  watched: (binding: D1Database) => Pick<D1Database, "withSession">,
): Shards {
  const first = open(watched(bindings[0]));
  const opened = new Map([[0, first]]);
  return {
    count: bindings.length,
    first,
    accounts: first.db as AccountsDatabase,
    at(number) {
      const known = opened.get(number);
      const binding = bindings[number];
      if (known !== undefined || binding === undefined) return known;
      const fresh = open(watched(binding));
      opened.set(number, fresh);
      return fresh;
    },
  };
}

function open(binding: Pick<D1Database, "withSession">): Shard {
  return { db: openDatabase(binding, "first-primary"), replicaDb: openDatabase(binding, "first-unconstrained") };
}
