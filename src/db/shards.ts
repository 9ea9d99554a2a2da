import { type AccountsDatabase, type Database, type Measure, openDatabase } from "./client.ts";

/** The databases over which events are sharded. Accounts are on shard 0, which has events as well. */
export interface Shards {
  count: number;
  /** Shard 0. */
  accounts: AccountsDatabase;
  /** Returns a shard by its number, or undefined. Each call returns the same session. */
  at(number: number): Database | undefined;
}

/** Opens sessions when they are first used. Costs nothing until the first statement. */
export function openShards(bindings: readonly [D1Database, ...D1Database[]], measure: Measure): Shards {
  const opened = new Map<number, Database>();
  const open = (number: number, binding: D1Database): Database => {
    const database = opened.get(number) ?? openDatabase(binding, measure);
    opened.set(number, database);
    return database;
  };
  return {
    count: bindings.length,
    get accounts() {
      return open(0, bindings[0]) as AccountsDatabase;
    },
    at(number) {
      const binding = bindings[number];
      return binding === undefined ? undefined : open(number, binding);
    },
  };
}
