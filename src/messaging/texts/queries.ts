import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { eventTexts } from "../../db/schema/texts.ts";

export type TextsRow = typeof eventTexts.$inferSelect;

/** The host's own words; no row before the first change. */
export function findTexts(db: Database, eventId: string) {
  return db.select().from(eventTexts).where(eq(eventTexts.eventId, eventId)).limit(1);
}

/**
 * The condition that the words are as they were read and the caller still has the role.
 * @param roleCondition as `hasRole` builds it
 * @param read undefined: no row
 */
export function isUnchanged(roleCondition: SQL, eventId: string, read: TextsRow | undefined): SQL {
  const updatedAt = sql`(select ${eventTexts.updatedAt} from ${eventTexts} where ${eventTexts.eventId} = ${eventId})`;
  return sql`(${roleCondition} and ${updatedAt} is ${read?.updatedAt ?? null})`;
}

/** Replaces the words if the guard holds; returns no row otherwise. */
export function putTexts(db: Database, row: TextsRow, guard: SQL) {
  const { eventId, ...updates } = row;
  return insertWhere(db, eventTexts, row, guard)
    .onConflictDoUpdate({ target: eventTexts.eventId, set: updates })
    .returning({ eventId: eventTexts.eventId });
}
