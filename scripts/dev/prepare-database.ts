/**
 * Applies pending migrations to the local database, and prints as JSON which were applied.
 * Prints `{"isOutdated":true}` and changes nothing if the database was made from another baseline. With the
 * path of the demo's state as its argument, also creates the demo's host on an empty database. Equivalent to
 * `wrangler d1 migrations apply DB --local`, with the same table, but starts the database only once.
 * A separate program, because wrangler takes over the process. Run it only before the Worker starts: a second process
 * that writes locks the database, and the Worker's requests fail meanwhile.
 */
import { readFileSync } from "node:fs";
import { getPlatformProxy, unstable_splitSqlQuery as splitSql } from "wrangler";
import { BASELINE_QUERY, baselineDigest, migrationFiles, stampMigrated } from "../migrations.ts";

/** The used part of D1's API. */
interface Statement {
  bind(...values: string[]): Statement;
  run(): Promise<unknown>;
  all<Row>(): Promise<{ results: Row[] }>;
}
interface Database {
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
  withSession: D1Database["withSession"];
}

const { env, dispose } = await getPlatformProxy<{ DB: Database }>({ persist: { path: ".wrangler/state/v3" } });
try {
  console.log(JSON.stringify((await isOutdated(env.DB)) ? { isOutdated: true } : await prepare(env.DB)));
} finally {
  await dispose();
}

async function prepare(db: Database) {
  const applied = await applyMigrations(db);
  stampMigrated(".");
  const { results } = await db.prepare("select 1 from users where email is not null limit 1").all();
  const [, , statePath] = process.argv;
  if (results.length === 0 && statePath !== undefined) {
    // Loaded only here, because most starts find accounts.
    const { createDemoHost } = await import("./demo-host.ts");
    await createDemoHost(db, statePath);
  }
  return { applied };
}

/** True if the database has tables, and they were made from another baseline or from migrations without one. */
async function isOutdated(db: Database): Promise<boolean> {
  const tables = "select name from sqlite_master where name in ('users', 'schema_baseline')";
  const { results } = await db.prepare(tables).all<{ name: string }>();
  if (!results.some(({ name }) => name === "schema_baseline")) return results.length > 0;
  const { results: baselines } = await db.prepare(BASELINE_QUERY).all<{ digest: string }>();
  return baselines[0]?.digest !== baselineDigest(".");
}

/** Each file is one batch, which is a transaction: a failed migration changes nothing. */
async function applyMigrations(db: Database): Promise<string[]> {
  await db
    .prepare(
      "create table if not exists d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)",
    )
    .run();
  const { results } = await db.prepare("select name from d1_migrations").all<{ name: string }>();
  const done = new Set(results.map(({ name }) => name));
  const files = migrationFiles("migrations").filter((name) => !done.has(name));
  for (const name of files) {
    const statements = splitSql(readFileSync(`migrations/${name}`, "utf8")).map((sql) => db.prepare(sql));
    await db.batch([...statements, db.prepare("insert into d1_migrations (name) values (?)").bind(name)]);
  }
  return files;
}
