import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Database, openDatabase } from "../../src/db/client.ts";
import { CliError } from "../cli-error.ts";

/** Selects the service: the local one, a local one with another state folder, or the deployed one. */
export interface Place {
  remote?: boolean;
  "persist-to"?: string;
}

/** A statement and its values, in the form of D1. */
interface BoundStatement {
  sql: string;
  params: readonly unknown[];
}

/** A name in KV and its metadata. */
export interface ListedName {
  name: string;
  metadata?: { last_used_at?: string; bytes?: number; measured_at?: string };
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

/** Opens a database of a connection for the statements of `src`. */
export function openOver({ sql }: Pick<Connection, "sql">, name: string): Database {
  const session = {
    prepare: (text: string) => ({ bind: (...params: unknown[]) => ({ sql: text, params }) }),
    batch: async (statements: BoundStatement[]) => (await sql(name, statements)).map((results) => ({ results })),
  };
  // A batch uses only these two methods of a session.
  return openDatabase({ withSession: () => session as unknown as D1DatabaseSession });
}

/** A quoted text or name, or the placeholder of a value. */
const QUOTED_OR_PLACEHOLDER = /'[^']*'|"[^"]*"|\?/g;

/**
 * Returns the text of a statement with its values inlined, because `wrangler d1 execute` binds no values.
 * @throws Error if the values do not match the placeholders
 */
export function inlineValues({ sql, params }: BoundStatement): string {
  const left = [...params];
  const text = sql.replace(QUOTED_OR_PLACEHOLDER, (found) => {
    if (found !== "?") return found;
    if (left.length === 0) throw new Error("a statement has more placeholders than values");
    return literalOf(left.shift());
  });
  if (left.length > 0) throw new Error("a statement has more values than placeholders");
  return text;
}

function literalOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  // A NUL character would end the text in SQLite and in the argument of a program.
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`no literal for a value of type ${typeof value}`);
}

/** Contains the IDs of the deployed resources; wrangler.toml describes the local service only. */
const DEPLOYED_CONFIG = "wrangler.deploy.json";
/** Long enough for a remote database on another continent. */
const TIMEOUT_MS = 60_000;
/** SQLite's error while a local service writes. wrangler does not retry, and a write takes milliseconds. */
const BUSY = "SQLITE_BUSY";
const BUSY_ATTEMPTS = 6;
const BUSY_PAUSE_MS = 500;
/** Errors of wrangler without credentials, and of the platform for credentials that it rejects. */
const NO_ACCESS = /CLOUDFLARE_API_TOKEN|Authentication error|Invalid access token/;
const SIGN_IN = "Set CLOUDFLARE_API_TOKEN, or run npx wrangler login.";
const MIGRATE = "npx wrangler d1 migrations apply DB --local";

/**
 * Connects to the storage of a service through wrangler, which has the operator's access to the platform.
 * @param root the folder of the project
 * @throws CliError if nothing is deployed from this folder
 */
export function connectWrangler(place: Place, root: string): Connection {
  const target = targetArguments(place, root);
  return {
    async sql(database, statements) {
      // wrangler sends the statements of one call as one batch, which is a transaction.
      const text = statements.map(inlineValues).join(";\n");
      const args = ["d1", "execute", database, "--json", "--yes", "--command", text, ...target];
      const results = JSON.parse(await runWrangler(args, root)) as { results: Record<string, unknown>[] }[];
      if (results.length === statements.length) return results.map((one) => one.results);
      throw new Error(`${results.length} results of ${statements.length} statements`);
    },
    kv: {
      async put(name, value) {
        await runWrangler(["kv", "key", "put", name, value, "--binding", "KV", ...target], root);
      },
      async list(prefix) {
        const args = ["kv", "key", "list", "--binding", "KV", "--prefix", prefix, ...target];
        return JSON.parse(await runWrangler(args, root));
      },
    },
  };
}

function targetArguments(place: Place, root: string): string[] {
  if (!place.remote) return ["--local", ...(place["persist-to"] ? ["--persist-to", place["persist-to"]] : [])];
  if (existsSync(join(root, DEPLOYED_CONFIG))) return ["--remote", "--config", DEPLOYED_CONFIG];
  throw new CliError(`--remote: there is no ${DEPLOYED_CONFIG} here. npm run deploy writes it.`);
}

/**
 * Runs a wrangler command with the operator's environment, which may contain the platform's token. Repeats the command
 * while a local database is locked, because a locked database has not executed anything.
 * @returns wrangler's standard output
 * @throws CliError of one line without access to the account, else with wrangler's error output
 */
async function runWrangler(args: readonly string[], root: string): Promise<string> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
  const program = join(root, "node_modules/wrangler/bin/wrangler.js");
  for (let attempt = 1; ; attempt++) {
    try {
      const options = { cwd: root, env, timeout: TIMEOUT_MS };
      return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      const output = `${stdout}${stderr}`;
      if (output.includes("no such table")) throw new CliError(`The database has no tables yet: ${MIGRATE}`);
      if (NO_ACCESS.test(output)) throw new CliError(`--remote: wrangler has no access to the account. ${SIGN_IN}`);
      if (!output.includes(BUSY) || attempt === BUSY_ATTEMPTS) {
        throw new CliError(`wrangler ${args.slice(0, 2).join(" ")} failed.\n${output}`.trim());
      }
    }
    await pause(BUSY_PAUSE_MS);
  }
}
