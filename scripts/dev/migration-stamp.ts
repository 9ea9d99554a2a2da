import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "migrations";
/** The databases of `wrangler dev`. The stamp is among them, so that it is deleted with them. */
const DATABASES = ".wrangler/state/v3/d1";
const STAMP = "applied-migrations";

/** The names of the migrations, in their order. */
export function migrationFiles(root: string): string[] {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** Whether every migration has been applied to the local database, without a start of the database. */
export function isMigrated(root: string): boolean {
  const stamp = join(root, DATABASES, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === migrationFiles(root).join("\n");
}

/** Records that every migration has been applied to the local database. */
export function stampMigrated(root: string): void {
  writeFileSync(join(root, DATABASES, STAMP), migrationFiles(root).join("\n"));
}
