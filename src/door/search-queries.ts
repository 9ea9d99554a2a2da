import { and, eq, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { standingSql } from "../db/standing.ts";
import { EXPECTED_PARTY } from "./queries.ts";

export type MatchRow = Awaited<ReturnType<typeof findMatches>>[number];

/** Guests of the event by ID, as a person at the door chooses between them. */
export function findMatches(db: Database, eventId: string, guestIds: readonly string[], now: number) {
  const ids = JSON.stringify(guestIds);
  return db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        table: guests.table,
        tags: guests.tags,
      },
      invitedCompanions: aliased(guests.companions, "guest.companions"),
      phone: guests.phone,
      companions: rsvps.companions,
      response: rsvps.response,
      standing: standingSql(now, checkIns.walkIn).as("standing"),
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      checkedInAt: checkIns.checkedInAt,
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), sql`${guests.id} in (select value from json_each(${ids}))`));
}
