import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const BASELINE_PATH = "migrations/0001_baseline.sql";
/** The statement that stores the digest. The digest covers the rest of the file. */
const RECORD = /(INSERT INTO schema_baseline \(id, digest\) VALUES \(1, ')[0-9a-f]*('\);)/;
/** Reads the digest of a database with the baseline. */
export const BASELINE_QUERY = "select digest from schema_baseline";

/** Returns the names of the migrations in `folder`, in the order of their application. */
export function migrationFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/**
 * Returns the SHA-256 of the baseline's statements in hex digits, without comments and whitespace, so an edited comment leaves
 * existing databases valid.
 */
export function baselineDigest(root: string): string {
  const statements = readFileSync(join(root, BASELINE_PATH), "utf8").replace(RECORD, "");
  const text = statements.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the baseline with its digest in the last statement. */
export function renderBaseline(root: string): string {
  const digest = baselineDigest(root);
  return readFileSync(join(root, BASELINE_PATH), "utf8").replace(RECORD, `$1${digest}$2`);
}

/** The databases of `wrangler dev`. The stamp is in their folder, so that it is deleted with them. */
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

/** Includes the baseline's digest, because a change of the schema keeps its file name. */
function stampOf(root: string): string {
  return [baselineDigest(root), ...migrationFiles(join(root, "migrations"))].join("\n");
}
