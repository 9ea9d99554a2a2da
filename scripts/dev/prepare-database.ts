/**
 * Applies pending migrations to the local database, and prints as JSON which were applied and whether there are
 * accounts. With an email address as its argument, also marks that account's address as verified. Equivalent to
 * `wrangler d1 migrations apply DB --local`, with the same table, but starts the database once instead of once per file.
 * A separate program because wrangler takes over the process.
 */
import { readFileSync } from "node:fs";
import { getPlatformProxy, unstable_splitSqlQuery as splitSql } from "wrangler";
import { migrationFiles, stampMigrated } from "./migration-stamp.ts";

/** The part of D1's API that is used here. */
interface Statement {
  bind(...values: string[]): Statement;
  run(): Promise<unknown>;
  all<Row>(): Promise<{ results: Row[] }>;
}
interface Database {
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
}

const { env, dispose } = await getPlatformProxy<{ DB: Database }>({ persist: { path: ".wrangler/state/v3" } });
try {
  const applied = await applyMigrations(env.DB);
  stampMigrated(".");
  const [, , email] = process.argv;
  if (email !== undefined) {
    await env.DB.prepare("update users set email_verified = 1 where email_key = ?").bind(email.toLowerCase()).run();
  }
  const { results } = await env.DB.prepare("select 1 from users where email is not null limit 1").all();
  console.log(JSON.stringify({ applied, isEmpty: results.length === 0 }));
} finally {
  await dispose();
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
  const files = migrationFiles(".").filter((name) => !done.has(name));
  for (const name of files) {
    const statements = splitSql(readFileSync(`migrations/${name}`, "utf8")).map((sql) => db.prepare(sql));
    await db.batch([...statements, db.prepare("insert into d1_migrations (name) values (?)").bind(name)]);
  }
  return files;
}
