import { and, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isAmong } from "../db/lists.ts";
import { guests } from "../db/schema/guests.ts";

/** A guest as a bulk change is compared with. */
export type BulkGuest = Awaited<ReturnType<typeof listAmong>>[number];

/** Those of the guests who are on the event. */
export function listAmong(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select({
      id: guests.id,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      tags: guests.tags,
      tableName: guests.tableName,
      partySize: guests.partySize,
      companions: guests.companions,
    })
    .from(guests)
    .where(areAmong(eventId, guestIds));
}

export function areAmong(eventId: string, guestIds: readonly string[]) {
  return and(eq(guests.eventId, eventId), isAmong(guests.id, guestIds));
}
