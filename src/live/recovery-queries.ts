import { and, asc, eq, gte } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";

/** The guests of an event who were put on the list since an id was made. */
export function listCreated(db: Database, eventId: string, fromId: string) {
  return db
    .select({ id: guests.id, name: guests.name, createdAt: guests.createdAt })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), gte(guests.id, fromId)))
    .orderBy(asc(guests.id));
}
