import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { EXPECTED_PARTY } from "./queries.ts";

/** Guests by a part of their name, with their check-in. @param fold the part, without case and accents */
export function searchGuests(db: Database, eventId: string, fold: string, limit: number) {
  return db
    .select({
      guest: { id: guests.id, name: guests.name, table: guests.tableName, tags: guests.tags },
      companions: rsvps.companions,
      response: rsvps.response,
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      checkedInAt: checkIns.checkedInAt,
    })
    .from(guests)
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .leftJoin(checkIns, and(eq(checkIns.eventId, guests.eventId), eq(checkIns.guestId, guests.id)))
    .where(and(eq(guests.eventId, eventId), sql`instr(${guests.nameKey}, ${fold}) > 0`))
    .orderBy(guests.nameKey)
    .limit(limit);
}
