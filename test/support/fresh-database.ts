import { env } from "cloudflare:workers";

/** Excludes the tables of SQLite and of the platform. */
const OURS = "name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'";

/** True if a database has no tables. Work that a test left running may recreate one after a reset. */
export async function isEmpty(database: D1Database): Promise<boolean> {
  return (await database.prepare(`select 1 from sqlite_master where ${OURS} limit 1`).first()) === null;
}

/**
 * Creates the schema of the migrations in empty databases, as one D1 batch; see migrated-schema.ts. Running all migrations took
 * half a second of processor time per file.
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
