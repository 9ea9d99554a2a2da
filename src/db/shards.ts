import { type AccountsDatabase, type Database, openDatabase } from "./client.ts";

/** Two sessions on one database; see `Consistency`. */
export interface Shard {
  /** Sees every acknowledged write. */
  db: Database;
  /** The nearest read replica, which may lag a moment: for guests' reads. */
  replicaDb: Database;
}

/** The databases over which events are sharded. Accounts are on shard 0, which has events as well. */
export interface Shards {
  count: number;
  first: Shard;
  /** The `db` of shard 0. */
  accounts: AccountsDatabase;
  /** A shard by its number; undefined where there is none. The same sessions for each call. */
  at(number: number): Shard | undefined;
}

/**
 * Opens sessions when they are first used. Costs nothing until the first statement.
 * @param instrument wraps a binding, to measure it
 */
export function openShards(
  bindings: readonly [D1Database, ...D1Database[]],
  instrument: (binding: D1Database) => Pick<D1Database, "withSession">,
): Shards {
  const first = open(instrument(bindings[0]));
  const opened = new Map([[0, first]]);
  return {
    count: bindings.length,
    first,
    get accounts() {
      return first.db as AccountsDatabase;
    },
    at(number) {
      const known = opened.get(number);
      const binding = bindings[number];
      if (known !== undefined || binding === undefined) return known;
      const fresh = open(instrument(binding));
      opened.set(number, fresh);
      return fresh;
    },
  };
}

function open(binding: Pick<D1Database, "withSession">): Shard {
  let db: Database | undefined;
  let replicaDb: Database | undefined;
  return {
    get db() {
      db ??= openDatabase(binding, "first-primary");
      return db;
    },
    get replicaDb() {
      replicaDb ??= openDatabase(binding, "first-unconstrained");
      return replicaDb;
    },
  };
}
