import { env } from "cloudflare:workers";

/** Not those of SQLite and of the platform. */
const OURS = "name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'";

/** Whether a database has no tables: what a test has left in flight may bring one back after a reset. */
export async function isEmpty(database: D1Database): Promise<boolean> {
  return (await database.prepare(`select 1 from sqlite_master where ${OURS} limit 1`).first()) === null;
}

/**
 * Gives empty databases the schema that the migrations make, as one batch of statements; see migrated-schema.ts. All migrations took
 * half a second of processor time a file.
 */
export async function migrateFresh(databases: D1Database[]): Promise<void> {
  await Promise.all(databases.map(migrate));
}

async function migrate(database: D1Database): Promise<void> {
  const { tables, rows, rest } = env.SCHEMA;
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
