import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { EXPECTED_PARTY } from "./queries.ts";

/** Names that are compared letter by letter. */
const MAX_CANDIDATES = 100;

/**
 * Guests whose names may match a query, with their check-in: those that contain it, and those that share most of its
 * pieces. Reads the names of the event, and the rest of at most `MAX_CANDIDATES` guests.
 * @param fold the query, without case and accents
 * @param pieces see `searchPieces`
 */
export function searchGuests(db: Database, eventId: string, fold: string, pieces: readonly string[]) {
  const shared = sql.join([sql`0`, ...pieces.map((piece) => sql`(instr(name_key, ${piece}) > 0)`)], sql` + `);
  const candidates = sql`select id from (select id, name_key, ${shared} as shared from ${guests} where event_id = ${eventId})
    where shared > 0 order by instr(name_key, ${fold}) > 0 desc, shared desc, name_key limit ${MAX_CANDIDATES}`;
  return db
    .select({
      guest: { id: guests.id, name: guests.name, table: guests.table, tags: guests.tags },
      companions: rsvps.companions,
      response: rsvps.response,
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      checkedInAt: checkIns.checkedInAt,
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), sql`${guests.id} in (${candidates})`));
}
