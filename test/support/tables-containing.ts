import { env } from "cloudflare:workers";

/** Tables of SQLite and of the platform, which have no rows of Usher. */
const NOT_OURS = /^(sqlite_|_cf_|d1_migrations|schema_baseline)/;

/** Returns every text column of the database, as `table.column`. */
export async function textColumns(): Promise<string[]> {
  return Object.entries(await textColumnsByTable()).flatMap(([table, names]) =>
    names.map((name) => `${table}.${name}`),
  );
}

/** Returns every text column, as `table.column`, that contains one of these texts. */
export async function columnsContaining(texts: readonly string[]): Promise<string[]> {
  const tables = Object.entries(await textColumnsByTable()).filter(([, names]) => names.length > 0);
  const found = await Promise.all(
    tables.map(async ([table, names]) => {
      const counts = names.map((name) => `total(instr(lower(t."${name}"), lower(given.value)) > 0) as "${name}"`);
      const [row] = (
        await env.DB.prepare(`select ${counts.join(", ")} from "${table}" t, json_each(?) given`)
          .bind(JSON.stringify(texts))
          .all<Record<string, number>>()
      ).results;
      return names.filter((name) => (row?.[name] ?? 0) > 0).map((name) => `${table}.${name}`);
    }),
  );
  return found.flat();
}

/** Returns every table with a row that contains one of these texts in any text column. */
export async function tablesContaining(texts: readonly string[]): Promise<string[]> {
  const tables = (await columnsContaining(texts)).map((column) => column.slice(0, column.indexOf(".")));
  return [...new Set(tables)];
}

/** Returns the table, and every table whose rows a cascade deletes with its rows. */
export async function tablesErasedWith(table: string): Promise<Set<string>> {
  const tables = await ourTables();
  const keys = await env.DB.batch<{ table: string; on_delete: string }>(
    tables.map((name) => env.DB.prepare(`select "table", on_delete from pragma_foreign_key_list('${name}')`)),
  );
  const erased = new Set([table]);
  for (let size = 0; size < erased.size; ) {
    size = erased.size;
    tables.forEach((name, index) => {
      const isErased = keys[index]?.results.some((key) => key.on_delete === "CASCADE" && erased.has(key.table));
      if (isErased) erased.add(name);
    });
  }
  return erased;
}

async function ourTables(): Promise<string[]> {
  const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table' order by name").all<{
    name: string;
  }>();
  return results.map(({ name }) => name).filter((name) => !NOT_OURS.test(name));
}

async function textColumnsByTable(): Promise<Record<string, string[]>> {
  const tables = await ourTables();
  const columns = await env.DB.batch<{ name: string; type: string }>(
    tables.map((table) => env.DB.prepare(`select name, type from pragma_table_info('${table}')`)),
  );
  return Object.fromEntries(
    tables.map((table, index) => [
      table,
      (columns[index]?.results ?? []).filter(({ type }) => type === "TEXT").map(({ name }) => name),
    ]),
  );
}
