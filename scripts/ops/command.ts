import type { AccountsDatabase, Database, Statement } from "../../src/db/client.ts";
import type { CliError } from "../cli-error.ts";
import type { Connection, Place } from "./connection.ts";

/** A command of `npm run ops`. */
export interface Command {
  name: string;
  /** Its arguments in order. */
  args: readonly string[];
  /** How many of them it needs. */
  required: number;
  /** Options besides those of every command: the form of the value, or null for an option without one. */
  options?: Readonly<Record<string, string | null>>;
  summary: string;
  /** `help` prints it after the summary. */
  details: string;
  /** @throws CliError when the operator can fix it */
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
  /** An error that names what is wrong, followed by the form of the command. */
  wrong(what: string): CliError;
}

/** A change for the operator log. Ids, flags, types and numbers only: no address, token or name. */
export interface Change {
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** What a command works with. */
export interface Ops {
  /** The database of a name such as `DB_1`. */
  open(name: string): Database;
  /** The database of accounts. */
  accounts: AccountsDatabase;
  kv: Connection["kv"];
  /** Logs a change. Belongs into the batch of the change. */
  logged(db: Database, change: Change): Statement;
  print(text: string): void;
  now(): number;
  /** Where `.dev.vars` is. */
  folder: string;
}

export const DATABASE_OPTION = { database: "DB_1" } as const;

/** The name of a database in `--database`. */
export function databaseIn({ options, wrong }: Given, otherwise: string): string {
  const { database = otherwise } = options;
  if (!/^DB(_\d+)?$/.test(database)) throw wrong(`"${database}" is no database`);
  return database;
}

/** The database of a shard. */
export function databaseOfShard(shard: number): string {
  return shard === 0 ? "DB" : `DB_${shard}`;
}

export function usageOf({
  name,
  args,
  required,
  options = {},
}: Pick<Command, "name" | "args" | "required" | "options">) {
  const shown = [
    ...args.map((arg, index) => (index < required ? arg : `[${arg}]`)),
    ...Object.entries(options).map(([option, value]) => `[--${option}${value === null ? "" : ` ${value}`}]`),
  ];
  return ["npm run ops --", name, ...shown, "[--remote]"].join(" ");
}
