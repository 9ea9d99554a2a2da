import { and, asc, eq, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { eventBranding } from "../../db/schema/events.ts";
import { uploads } from "../../db/schema/platform.ts";

/** How many images a user has stored, and how many since a time (epoch milliseconds). */
export function countUploads(db: AccountsDatabase, userId: string, since: number) {
  const recent = sql<number>`count(*) filter (where ${uploads.createdAt} > ${since})`;
  return db
    .select({ count: sql<number>`count(*)`.as("count"), recent: recent.as("recent") })
    .from(uploads)
    .where(eq(uploads.userId, userId));
}

/** The most images that a user stores in all, and since a time (epoch milliseconds). */
export interface UploadLimits {
  total: number;
  recent: number;
  since: number;
}

/**
 * Records an image if its user is below the limits and the guard holds; returns no row otherwise.
 * @param guard as `hasSession` builds it
 */
export function insertUpload(
  db: AccountsDatabase,
  row: typeof uploads.$inferInsert,
  { total, recent, since }: UploadLimits,
  guard: SQL,
) {
  const isBelow = sql`(select count(*) < ${total} and count(*) filter (where ${uploads.createdAt} > ${since}) < ${recent}
    from ${uploads} where ${eq(uploads.userId, row.userId)})`;
  return insertWhere(db, uploads, row, sql`${isBelow} and ${guard}`).returning({ file: uploads.file });
}

/** Images that are due for a look, the longest due first. */
export function listDue(db: AccountsDatabase, now: number, limit: number) {
  return db
    .select({ file: uploads.file, unusedAt: uploads.unusedAt })
    .from(uploads)
    .where(lte(uploads.checkAt, now))
    .orderBy(asc(uploads.checkAt))
    .limit(limit);
}

/** Which of these images events show, also closed ones. @param paths as branding has them */
export function findShown(db: Database, paths: readonly string[]) {
  const { logoUrl, coverUrl } = eventBranding;
  const list = sql`(select value from json_each(${JSON.stringify(paths)}))`;
  return db
    .select({ logoUrl, coverUrl })
    .from(eventBranding)
    .where(or(sql`${logoUrl} in ${list}`, sql`${coverUrl} in ${list}`));
}

/** Stores what a look has found. */
export function writeChecked(
  db: AccountsDatabase,
  files: readonly string[],
  checked: { unusedAt: number | null; checkAt: number },
) {
  return db.update(uploads).set(checked).where(isGiven(files));
}

/** Deletes the rows of images that were deleted. */
export function deleteUnused(db: AccountsDatabase, files: readonly string[]) {
  return db.delete(uploads).where(and(isGiven(files), isNotNull(uploads.unusedAt)));
}

/** Whether a file is recorded: the condition of statements that refer to it. */
export function isUploaded(file: string) {
  return sql`exists (select 1 from ${uploads} where ${eq(uploads.file, file)})`;
}

/** Those of the given files that are recorded. */
export function findUploads(db: AccountsDatabase, files: readonly string[]) {
  return db.select({ file: uploads.file, unusedAt: uploads.unusedAt }).from(uploads).where(isGiven(files));
}

function isGiven(files: readonly string[]): SQL {
  return sql`${uploads.file} in (select value from json_each(${JSON.stringify(files)}))`;
}
