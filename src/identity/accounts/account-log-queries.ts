import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { accountLog } from "../../db/schema/sessions.ts";

export type LogEntry = typeof accountLog.$inferSelect;

/** Adds an entry about a change that another database has stored. */
export function insertLateEntry(db: AccountsDatabase, entry: LogEntry) {
  return db.insert(accountLog).values(entry);
}

/** A page of a user's log, the newest entry first. */
export function listLog(db: AccountsDatabase, userId: string, beforeId: string | null, limit: number) {
  return db
    .select()
    .from(accountLog)
    .where(and(eq(accountLog.userId, userId), beforeId === null ? undefined : lt(accountLog.id, beforeId)))
    .orderBy(desc(accountLog.id))
    .limit(limit);
}

/** Where a user's credentials were created, as far as the log says. */
export function listOrigins(db: AccountsDatabase, userId: string) {
  return db
    .select({ id: accountLog.credentialId, place: accountLog.place, device: accountLog.device })
    .from(accountLog)
    .where(
      and(eq(accountLog.userId, userId), isNotNull(accountLog.credentialId), sql`${accountLog.what} glob '*_created'`),
    );
}
