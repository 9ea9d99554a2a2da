import { env } from "cloudflare:workers";

/** Tables of SQLite and of the platform, which hold no rows of ours. */
const NOT_OURS = /^(sqlite_|_cf_|d1_migrations|schema_baseline)/;

/** Every table of the database whose rows hold one of these texts anywhere, in whatever column. */
export async function tablesContaining(texts: readonly string[]): Promise<string[]> {
  const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string;
  }>();
  const tables = results.map(({ name }) => name).filter((name) => !NOT_OURS.test(name));
  const found = await Promise.all(
    tables.map(async (table) => {
      const columns = await env.DB.prepare(`select name from pragma_table_info('${table}')`).all<{ name: string }>();
      const anywhere = columns.results.map(({ name }) => `coalesce(t."${name}", '')`).join(" || ' ' || ");
      const holding = await env.DB.prepare(
        `select count(*) as n from "${table}" t, json_each(?) given where instr(lower(${anywhere}), lower(given.value)) > 0`,
      )
        .bind(JSON.stringify(texts))
        .first<{ n: number }>();
      return (holding?.n ?? 0) > 0 ? [table] : [];
    }),
  );
  return found.flat().sort();
}
