import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";

/** The event, unless it was deleted. */
export function findEvent(db: Database, eventId: string) {
  return db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

export function countEvents(db: Database, hostId: string) {
  return db.select({ count: sql<number>`count(*)` }).from(events).where(hostedBy(hostId));
}

/** Condition: a host has fewer than `limit` events. */
export function hasFewerEvents(hostId: string, limit: number): SQL {
  return sql`(select count(*) from ${events} where ${hostedBy(hostId)}) < ${limit}`;
}

function hostedBy(hostId: string) {
  return and(eq(events.hostId, hostId), isNull(events.deletedAt));
}
