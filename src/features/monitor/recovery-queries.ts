import { and, asc, between, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { arrivalRounds } from "../../db/schema/webhooks.ts";
import { countAtFirst } from "./queries.ts";

/** Ids, or epoch milliseconds: `from` belongs to the range, `until` does not. */
interface Range<T> {
  from: T;
  until: T;
}

/** Up to where check-ins were published again. */
export function findArrivalRound(db: Database) {
  return db.select({ until: arrivalRounds.until }).from(arrivalRounds).limit(1);
}

export function storeArrivalRound(db: Database, until: number) {
  return db
    .insert(arrivalRounds)
    .values({ id: 0, until })
    .onConflictDoUpdate({ target: arrivalRounds.id, set: { until } });
}

/** The check-ins whose ids are in a range, of events that are around now, oldest first. Reads no other check-in. */
export function listRecentArrivals(db: Database, ids: Range<string>, dates: Range<number>, limit: number) {
  return (
    db
      .select({
        guest: { id: aliased(guests.id, "guest.id"), name: guests.name },
        checkIn: checkIns,
        atFirst: countAtFirst(),
      })
      .from(events)
      // The index by event and id; the planner would rather scan the table.
      .innerJoin(checkIns, and(eq(checkIns.eventId, events.id), gte(checkIns.id, ids.from), lt(checkIns.id, ids.until)))
      .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
      .where(and(isNull(events.deletedAt), between(sql`${events.eventDate}`, dates.from, dates.until)))
      .orderBy(asc(checkIns.id))
      .limit(limit)
  );
}

/** The guests of an event who were put on the list since an id was made. */
export function listCreated(db: Database, eventId: string, fromId: string) {
  return db
    .select({ id: guests.id, name: guests.name, createdAt: guests.createdAt })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), gte(guests.id, fromId)))
    .orderBy(asc(guests.id));
}
