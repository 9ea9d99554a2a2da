import { and, eq, exists, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AccountsDatabase, Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { eventBranding, events } from "../db/schema/events.ts";
import { uploads } from "../db/schema/platform.ts";

/** The images of a deleted account; none of one that is not deleted. */
export function listUploads(db: AccountsDatabase, userId: string, limit: number) {
  return db
    .select({ file: uploads.file })
    .from(uploads)
    .innerJoin(users, and(eq(users.id, uploads.userId), isNotNull(users.deletedAt)))
    .where(eq(uploads.userId, userId))
    .limit(limit);
}

/** The branding of open events with one of these images, and the events' hosts. @param paths as branding has them */
export function findBrandingWith(db: Database, paths: readonly string[]) {
  const isGiven = (column: SQLiteColumn) => sql`${column} in (select value from json_each(${JSON.stringify(paths)}))`;
  return db
    .select({ hostId: events.hostId, logoUrl: eventBranding.logoUrl, coverUrl: eventBranding.coverUrl })
    .from(eventBranding)
    .innerJoin(events, and(eq(events.id, eventBranding.eventId), isNull(events.deletedAt)))
    .where(or(isGiven(eventBranding.logoUrl), isGiven(eventBranding.coverUrl)));
}

/** Gives images to other users. @param heirs file → user */
export function giveUploads(db: AccountsDatabase, userId: string, heirs: ReadonlyMap<string, string>) {
  const given = sql`json_each(${JSON.stringify(Object.fromEntries(heirs))})`;
  const heir = sql`(select value from ${given} where key = ${uploads.file})`;
  return db
    .update(uploads)
    .set({ userId: heir })
    .where(and(eq(uploads.userId, userId), sql`${uploads.file} in (select key from ${given})`));
}

/** Deletes the records of images of a deleted account. */
export function deleteUploads(db: AccountsDatabase, userId: string, files: readonly string[]) {
  const isDeleted = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.deletedAt))),
  );
  const isGiven = sql`${uploads.file} in (select value from json_each(${JSON.stringify(files)}))`;
  return db.delete(uploads).where(and(eq(uploads.userId, userId), isGiven, isDeleted));
}
