import { and, desc, eq, lt } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { auditRecords } from "../../db/schema/platform.ts";

export type AuditRow = Awaited<ReturnType<typeof listRecords>>[number];

/** A page of an event's audit records with the actors' names, newest first: ids sort by time. */
export function listRecords(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return db
    .select({ record: auditRecords, actorName: users.name })
    .from(auditRecords)
    .innerJoin(users, eq(users.id, auditRecords.actorId))
    .where(and(eq(auditRecords.eventId, eventId), beforeId === null ? undefined : lt(auditRecords.id, beforeId)))
    .orderBy(desc(auditRecords.id))
    .limit(limit);
}
