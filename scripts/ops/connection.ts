import { type Database, openDatabase } from "../../src/db/client.ts";

/** The service that a command applies to: the local one, a local one with another state folder, or the deployed one. */
export interface Place {
  remote?: boolean;
  "persist-to"?: string;
}

/** A statement and its values, as D1 takes them. */
export interface BoundStatement {
  sql: string;
  params: readonly unknown[];
}

/** A name in KV and its metadata. */
export interface ListedName {
  name: string;
  metadata?: { last_used_at?: string };
}

/** The storage of a service. */
export interface Connection {
  /** Executes statements on a database as one transaction. @returns the rows of each */
  sql(database: string, statements: readonly BoundStatement[]): Promise<Record<string, unknown>[][]>;
  kv: {
    put(name: string, value: string): Promise<void>;
    list(prefix: string): Promise<ListedName[]>;
  };
}

/** A database of a connection, for the statements of `src`. */
export function openOver({ sql }: Pick<Connection, "sql">, name: string): Database {
  const session = {
    prepare: (text: string) => ({ bind: (...params: unknown[]) => ({ sql: text, params }) }),
    batch: async (statements: BoundStatement[]) => (await sql(name, statements)).map((results) => ({ results })),
  };
  // The part of a session that a batch uses.
  return openDatabase({ withSession: () => session as unknown as D1DatabaseSession });
}

/** A text or a name in quotes, or the place of a value. */
const QUOTED_OR_PLACE = /'[^']*'|"[^"]*"|\?/g;

/**
 * The text of a statement with its values in it, for `wrangler d1 execute`, which binds none.
 * @throws Error when the values do not fit the text
 */
export function inlineValues({ sql, params }: BoundStatement): string {
  const left = [...params];
  const text = sql.replace(QUOTED_OR_PLACE, (found) => {
    if (found !== "?") return found;
    if (left.length === 0) throw new Error("a statement has more places than values");
    return literalOf(left.shift());
  });
  if (left.length > 0) throw new Error("a statement has more values than places");
  return text;
}

function literalOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  // SQLite ends a text at a NUL character, and so would a program's argument.
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`no literal for a value of type ${typeof value}`);
}
