import { eq, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { uploads } from "../../db/schema/platform.ts";

/** How many images a user has stored. */
export function countUploads(db: AccountsDatabase, userId: string) {
  return db.select({ count: sql<number>`count(*)` }).from(uploads).where(eq(uploads.userId, userId));
}

/**
 * Notes an image while its user has fewer than `limit`; returns no row when the guard does not hold, or the limit was
 * reached first.
 * @param guard whether the user may, as `hasSession` asks
 */
export function insertUpload(db: AccountsDatabase, row: typeof uploads.$inferInsert, limit: number, guard: SQL) {
  const held = sql`(select count(*) from ${uploads} where ${eq(uploads.userId, row.userId)})`;
  return insertWhere(db, uploads, row, sql`${held} < ${limit} and ${guard}`).returning({ file: uploads.file });
}

/** Whether a file was uploaded: a condition for what is written about it. */
export function isUploaded(file: string) {
  return sql`exists (select 1 from ${uploads} where ${eq(uploads.file, file)})`;
}

/** Which of some files were uploaded. */
export function findUploads(db: AccountsDatabase, files: readonly string[]) {
  const list = JSON.stringify(files);
  return db
    .select({ file: uploads.file })
    .from(uploads)
    .where(sql`${uploads.file} in (select value from json_each(${list}))`);
}
