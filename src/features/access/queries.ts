import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, editNonces } from "../../db/schema/guests.ts";

/** Stores a new edit nonce. */
export function insertEditNonce(db: Database, row: typeof editNonces.$inferInsert) {
  return db.insert(editNonces).values(row);
}

/** The event of a link that is not revoked, as a calendar file needs it. */
export function findCalendarEvent(db: Database, tokenId: string) {
  return db
    .select({
      id: events.id,
      name: events.name,
      description: events.description,
      venue: events.venue,
      eventDate: events.eventDate,
      endTime: events.endTime,
      calendarSequence: events.calendarSequence,
      updatedAt: events.updatedAt,
    })
    .from(accessTokens)
    .innerJoin(events, and(eq(events.id, accessTokens.eventId), isNull(events.deletedAt)))
    .where(and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt)))
    .limit(1);
}
