import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { baselineDigest, migrationFiles } from "../migrations/baseline.ts";

/** The databases of `wrangler dev`. The stamp is among them, so that it is deleted with them. */
const DATABASES = ".wrangler/state/v3/d1";
const STAMP = "applied-migrations";

/** True if every migration has been applied to the local database. Does not start the database. */
export function isMigrated(root: string): boolean {
  const stamp = join(root, DATABASES, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === stampOf(root);
}

/** Records that every migration has been applied to the local database. */
export function stampMigrated(root: string): void {
  writeFileSync(join(root, DATABASES, STAMP), stampOf(root));
}

/** Includes the baseline's digest, because its file name stays when the schema changes. */
function stampOf(root: string): string {
  return [baselineDigest(root), ...migrationFiles(join(root, "migrations"))].join("\n");
}
