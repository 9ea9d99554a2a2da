import { eq, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { uploads } from "../../db/schema/platform.ts";

/** How many images a user has stored. */
export function countUploads(db: AccountsDatabase, userId: string) {
  return db.select({ count: sql<number>`count(*)` }).from(uploads).where(eq(uploads.userId, userId));
}

/**
 * Records an image if its user has fewer than `limit` and the guard holds; returns no row otherwise.
 * @param guard as `hasSession` builds it
 */
export function insertUpload(db: AccountsDatabase, row: typeof uploads.$inferInsert, limit: number, guard: SQL) {
  const stored = sql`(select count(*) from ${uploads} where ${eq(uploads.userId, row.userId)})`;
  return insertWhere(db, uploads, row, sql`${stored} < ${limit} and ${guard}`).returning({ file: uploads.file });
}

/** Whether a file is recorded: the condition of statements that refer to it. */
export function isUploaded(file: string) {
  return sql`exists (select 1 from ${uploads} where ${eq(uploads.file, file)})`;
}

/** Those of the given files that are recorded. */
export function findUploads(db: AccountsDatabase, files: readonly string[]) {
  const list = JSON.stringify(files);
  return db
    .select({ file: uploads.file })
    .from(uploads)
    .where(sql`${uploads.file} in (select value from json_each(${list}))`);
}
