import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { IS_UNDELIVERED } from "./list-queries.ts";

const count = (condition: ReturnType<typeof sql>, name: string) =>
  sql<number>`count(case when ${condition} then 1 end)`.as(name);

/** One row of counts. Reads each guest of the event, with the answer and the check-in. */
export function countByState(db: Database, eventId: string) {
  return db
    .select({
      guests: sql<number>`count(*)`.as("guest_count"),
      attending: count(sql`${rsvps.response} = 'attending'`, "attending"),
      maybe: count(sql`${rsvps.response} = 'maybe'`, "maybe"),
      declined: count(sql`${rsvps.response} = 'declined'`, "declined"),
      silent: count(sql`${rsvps.response} is null and ${guests.invitedAt} is not null`, "silent"),
      waitlisted: count(sql`${rsvps.seat} = 'waitlisted'`, "waitlisted"),
      notInvited: count(sql`${guests.invitedAt} is null`, "not_invited"),
      undelivered: count(IS_UNDELIVERED, "undelivered"),
      checkedIn: count(sql`${checkIns.guestId} is not null`, "is_in"),
      expected:
        sql<number>`coalesce(sum(case when ${rsvps.response} = 'attending' then 1 + ${rsvps.plusOnes} end), 0)`.as(
          "expected",
        ),
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(eq(guests.eventId, eventId));
}

/** The tags of the event's guests, each spelling for itself. */
export function countByTag(db: Database, eventId: string) {
  return db
    .select({ tag: sql<string>`tag.value`.as("tag_name"), guests: sql<number>`count(*)`.as("tag_guests") })
    .from(sql`${guests}, json_each(${guests.tags}) tag`)
    .where(eq(guests.eventId, eventId))
    .groupBy(sql`tag.value`)
    .orderBy(sql`tag_guests desc`);
}

/** The tables at which guests are seated. */
export function countByTable(db: Database, eventId: string) {
  return db
    .select({ table: sql<string>`${guests.tableName}`.as("table"), guests: sql<number>`count(*)`.as("table_guests") })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), isNotNull(guests.tableName)))
    .groupBy(guests.tableName);
}
