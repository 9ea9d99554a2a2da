import type { AccountsDatabase, Database, Statement } from "../../src/db/client.ts";
import type { CliError } from "../cli-error.ts";
import type { Connection, Place } from "./connection.ts";

/** A command of `npm run ops`. */
export interface Command {
  name: string;
  /** Its arguments in order. A form without `<` lists the allowed values: `status|resume`. */
  args: readonly string[];
  /** Number of required arguments. */
  required: number;
  /** Options in addition to those of every command: the form of the value, or null for an option without a value. */
  options?: Readonly<Record<string, string | null>>;
  summary: string;
  /** `help` prints this text after the summary. */
  details: string;
  /** @throws CliError if the operator can fix the error */
  run(given: Given, ops: Ops): Promise<void>;
}

/** The parsed command line. */
export interface Given {
  args: readonly string[];
  options: Place & {
    database?: string;
    noted?: string;
    limit?: string;
    "dry-run"?: boolean;
    "drop-previous"?: boolean;
  };
  /** Makes an error of the problem and the usage of the command. */
  wrong(problem: string): CliError;
}

/** A change for the operator log: IDs, flags, types and numbers, never an address, a token or a name. */
export interface Change {
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The service that a command reads and changes. */
export interface Ops {
  /** @param name such as `DB_1` */
  open(name: string): Database;
  accounts: AccountsDatabase;
  kv: Connection["kv"];
  /** Returns the statement that logs a change. Add it to the batch of the change. */
  logged(db: Database, change: Change): Statement;
  print(text: string): void;
  now(): number;
  /** The folder of `.dev.vars`. */
  folder: string;
}

export const DATABASE_OPTION = { database: "DB_1" } as const;

export function databaseOfShard(shard: number): string {
  return shard === 0 ? "DB" : `DB_${shard}`;
}
