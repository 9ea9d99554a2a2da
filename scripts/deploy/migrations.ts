import { readdirSync } from "node:fs";
import { type PlatformApi, PlatformError } from "./platform-api.ts";

/** The migrations that are not applied to a database yet, in order. @param folder the migrations' folder */
export async function pendingMigrations(api: PlatformApi, databaseId: string, folder: string): Promise<string[]> {
  const applied = new Set(await appliedMigrations(api, databaseId));
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
}

async function appliedMigrations(api: PlatformApi, databaseId: string): Promise<string[]> {
  try {
    const query = { sql: "select name from d1_migrations" };
    const [rows] = await api.post<{ results: { name: string }[] }[]>(`/d1/database/${databaseId}/query`, query);
    return rows?.results.map(({ name }) => name) ?? [];
  } catch (error) {
    // wrangler has not created its table yet. It reports any other error itself when it applies the migrations.
    if (error instanceof PlatformError) return [];
    throw error;
  }
}
