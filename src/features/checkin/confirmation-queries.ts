import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { accessLogs } from "../../db/schema/access.ts";

/** A guest who has arrived. */
export interface ArrivedGuest {
  eventId: string;
  guestId: string;
}

/** The newest access of each guest that was not automated, the one that a check-in confirms to the engine; null without one. */
export function findLastAccesses(db: Database, arrivals: readonly ArrivedGuest[]) {
  return FIND_LAST_ACCESSES(db, { arrivals: JSON.stringify(arrivals) });
}

const FIND_LAST_ACCESSES = prepared((db, { arrivals }: Placeholders<{ arrivals: string }>) => {
  const [eventId, guestId] = [sql`arrived.value ->> '$.eventId'`, sql`arrived.value ->> '$.guestId'`];
  const isOfGuest = and(
    eq(accessLogs.eventId, eventId),
    eq(accessLogs.guestId, guestId),
    eq(accessLogs.automated, false),
  );
  const newest = sql`(select ${accessLogs.id} from ${accessLogs} where ${isOfGuest} order by ${accessLogs.id} desc limit 1)`;
  return db
    .select({
      eventId: sql<string>`${eventId}`.as("event_id"),
      guestId: sql<string>`${guestId}`.as("guest_id"),
      accessLogId: sql<string | null>`${newest}`.as("access_log_id"),
    })
    .from(sql`json_each(${arrivals}) as arrived`);
});
