import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const BASELINE_PATH = "migrations/0001_baseline.sql";
/** The statement that stores the digest. It is the only part of the file that the digest does not cover. */
const RECORD = /(INSERT INTO schema_baseline \(id, digest\) VALUES \(1, ')[0-9a-f]*('\);)/;
/** Reads the digest of a database that has the baseline. */
export const BASELINE_QUERY = "select digest from schema_baseline";

/** The names of the migrations in `folder`, in the order in which they are applied. */
export function migrationFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/**
 * The digest of the baseline's statements: SHA-256 in hexadecimal digits. Comments and whitespace do not count, so an
 * edited comment leaves existing databases valid.
 */
export function baselineDigest(root: string): string {
  const statements = readFileSync(join(root, BASELINE_PATH), "utf8").replace(RECORD, "");
  const text = statements.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
  return createHash("sha256").update(text).digest("hex");
}

/** The baseline with its digest in its last statement. */
export function renderBaseline(root: string): string {
  const digest = baselineDigest(root);
  return readFileSync(join(root, BASELINE_PATH), "utf8").replace(RECORD, `$1${digest}$2`);
}
