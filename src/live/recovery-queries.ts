import { and, asc, between, eq, gte, isNull, lt, not, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { arrivalRounds } from "../db/schema/webhooks.ts";
import { countAtFirst } from "./queries.ts";

/** Ids, or epoch milliseconds: `from` belongs to the range, `until` does not. */
interface Range<T> {
  from: T;
  until: T;
}

/** Rounds through the events whose date is near, which have most check-ins, and those through all others. */
const ROUNDS = { near: 0, far: 1 } as const;
export type ArrivalRound = keyof typeof ROUNDS;

/** Up to where check-ins were published again. */
export function findArrivalRound(db: Database, round: ArrivalRound) {
  return db.select({ until: arrivalRounds.until }).from(arrivalRounds).where(eq(arrivalRounds.id, ROUNDS[round]));
}

export function storeArrivalRound(db: Database, round: ArrivalRound, until: number) {
  return db
    .insert(arrivalRounds)
    .values({ id: ROUNDS[round], until })
    .onConflictDoUpdate({ target: arrivalRounds.id, set: { until } });
}

/**
 * The check-ins whose ids are in a range, oldest first. Reads no other check-in; a far round reads every event.
 * @param dates those of near events
 */
export function listRecentArrivals(
  db: Database,
  round: ArrivalRound,
  ids: Range<string>,
  dates: Range<number>,
  limit: number,
) {
  const isNear = between(sql`${events.eventDate}`, dates.from, dates.until);
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
      .where(and(isNull(events.deletedAt), round === "near" ? isNear : not(isNear)))
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
