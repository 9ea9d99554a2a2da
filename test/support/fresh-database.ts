import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Not those of SQLite and of the platform. */
const OURS = "name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'";

/** What the migrations leave behind: the statements of the tables, their rows, the statements of indexes and triggers. */
interface Template {
  tables: string[];
  rows: { table: string; row: Record<string, unknown> }[];
  rest: string[];
}

let template: Template | undefined;

/** Whether a database has no tables: what a test has left in flight may bring one back after a reset. */
export async function isEmpty(database: D1Database): Promise<boolean> {
  return (await database.prepare(`select 1 from sqlite_master where ${OURS} limit 1`).first()) === null;
}

/**
 * Gives empty databases the schema that the migrations make. The first file of a process runs them; for later ones their outcome
 * is copied, as one batch of statements: all migrations once more took half a second of processor time a file.
 */
export async function migrateFresh(databases: D1Database[]): Promise<void> {
  const copied = template;
  if (copied !== undefined) {
    await Promise.all(databases.map((database) => copy(copied, database)));
    return;
  }
  await Promise.all(databases.map((database) => applyD1Migrations(database, env.MIGRATIONS)));
  const [first] = databases;
  if (first !== undefined) template = await templateOf(first);
}

async function templateOf(database: D1Database): Promise<Template> {
  const { results } = await database
    .prepare(`select type, name, sql from sqlite_master where sql is not null and ${OURS} order by rowid`)
    .all<{ type: string; name: string; sql: string }>();
  const tables = results.filter(({ type }) => type === "table");
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await database.prepare(`select * from "${name}"`).all<Record<string, unknown>>();
      return found.results.map((row) => ({ table: name, row }));
    }),
  );
  return {
    tables: tables.map(({ sql }) => sql),
    rows: rows.flat(),
    rest: results.filter(({ type }) => type !== "table").map(({ sql }) => sql),
  };
}

async function copy({ tables, rows, rest }: Template, database: D1Database): Promise<void> {
  const inserts = rows.map(({ table, row }) => {
    const columns = Object.keys(row);
    const names = columns.map((name) => `"${name}"`).join(", ");
    return database
      .prepare(`insert into "${table}" (${names}) values (${columns.map(() => "?").join(", ")})`)
      .bind(...Object.values(row));
  });
  const statements = (lines: string[]) => lines.map((sql) => database.prepare(sql));
  await database.batch([...statements(tables), ...inserts, ...statements(rest)]);
}
