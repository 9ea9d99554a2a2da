import { type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { uploads } from "../../db/schema/platform.ts";

/** Those of the given files that are recorded. */
export function findUploads(db: AccountsDatabase, files: readonly string[]) {
  return db.select({ file: uploads.file, unusedAt: uploads.unusedAt }).from(uploads).where(isGiven(files));
}

export function isGiven(files: readonly string[]): SQL {
  return sql`${uploads.file} in (select value from json_each(${JSON.stringify(files)}))`;
}
