import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { BASELINE_QUERY, baselineDigest, migrationFiles } from "../migrations/baseline.ts";
import { type PlatformApi, PlatformError } from "./platform-api.ts";

/**
 * The migrations of `folder` that are not applied to a database yet, in order.
 * @throws CliError if the database was made from another baseline; nothing has been changed then
 */
export async function pendingMigrations(
  api: PlatformApi,
  database: { id: string; name: string },
  root: string,
  folder: string,
): Promise<string[]> {
  const applied = new Set((await select(api, database.id, "select name from d1_migrations")).map(({ name }) => name));
  if (applied.size > 0) {
    const [baseline] = await select(api, database.id, BASELINE_QUERY);
    if (baseline?.digest !== baselineDigest(root)) throw new CliError(outdated(database.name));
  }
  return migrationFiles(join(root, folder)).filter((name) => !applied.has(name));
}

function outdated(name: string): string {
  return `${name} was made from another version of migrations/0001_baseline.sql. Nothing was changed. If its data may be lost, run \`npx wrangler d1 delete ${name}\` and deploy again.`;
}

async function select(api: PlatformApi, databaseId: string, sql: string): Promise<Record<string, string>[]> {
  try {
    const [rows] = await api.post<{ results: Record<string, string>[] }[]>(`/d1/database/${databaseId}/query`, { sql });
    return rows?.results ?? [];
  } catch (error) {
    // The table does not exist yet. wrangler reports any other error itself when it applies the migrations.
    if (error instanceof PlatformError) return [];
    throw error;
  }
}
