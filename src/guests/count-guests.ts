import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { one } from "../db/one.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { hasStanding, peopleComing, SAID_YES } from "../db/standing.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { STANDINGS, type Standing } from "../kernel/rsvp.ts";
import { tagKey } from "../kernel/tag-keys.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { IS_UNDELIVERED, matchesInvited, matchesResponse, matchesSeat } from "./list-queries.ts";
import { GuestCounts } from "./list-schemas.ts";

/** Digits inside names are numbers: table 2 comes before table 10. */
const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Counts the guests of an event by state, tags and tables, at the same time. */
export async function countGuests(ctx: RequestContext, caller: EventCaller): Promise<z.output<typeof GuestCounts>> {
  const { db, clock } = ctx;
  const { state, tags, tables } = await authorizeMember(ctx, caller, {
    state: one(countByState(db, caller.eventId, clock.now())),
    tags: countByTag(db, caller.eventId),
    tables: countByTable(db, caller.eventId),
  });
  // An aggregate without groups is always one row.
  if (state === undefined) throw new Error("The counts have no row.");
  const { notInvited, checkedIn, peopleComing: coming, ...rest } = state;
  return {
    ...rest,
    not_invited: notInvited,
    checked_in: checkedIn,
    people_coming: coming,
    tags: mergeCaseVariants(tags).sort((a, b) => BY_NAME.compare(a.tag, b.tag)),
    tables: tables.sort((a, b) => BY_NAME.compare(a.table, b.table)),
  };
}

/** Merges tags that differ only by case, in the spelling that most guests have: it comes first. */
function mergeCaseVariants(spellings: readonly { tag: string; guests: number }[]): { tag: string; guests: number }[] {
  const byKey = new Map<string, { tag: string; guests: number }>();
  for (const { tag, guests } of spellings) {
    const known = byKey.get(tagKey(tag));
    if (known === undefined) byKey.set(tagKey(tag), { tag, guests });
    else known.guests += guests;
  }
  return [...byKey.values()];
}

const count = (condition: SQL, name: string) => sql<number>`count(case when ${condition} then 1 end)`.as(name);

/** A column for each standing. Groups would read each guest a second time. */
function countsByStanding(now: number): Record<Standing, SQL.Aliased<number>> {
  const is = (standing: Standing) => hasStanding([standing], now, checkIns.walkIn);
  const counts = STANDINGS.map((standing) => [standing, count(is(standing), `standing_${standing}`)]);
  // Each standing has a column.
  return Object.fromEntries(counts) as Record<Standing, SQL.Aliased<number>>;
}

/**
 * Selects one row of counts. Reads each guest of the event, with RSVP and check-in. The counts by response, seat and
 * invitation are those of the filters.
 */
function countByState(db: Database, eventId: string, now: number) {
  return db
    .select({
      standings: countsByStanding(now),
      guests: sql<number>`count(*)`.as("guest_count"),
      attending: count(matchesResponse("attending"), "attending"),
      maybe: count(matchesResponse("maybe"), "maybe"),
      declined: count(matchesResponse("declined"), "declined"),
      silent: count(sql`${matchesResponse("pending")} and ${matchesInvited(true)}`, "silent"),
      waitlisted: count(matchesSeat("waitlisted"), "waitlisted"),
      notInvited: count(matchesInvited(false), "not_invited"),
      undelivered: count(IS_UNDELIVERED, "undelivered"),
      checkedIn: count(sql`${checkIns.guestId} is not null`, "is_in"),
      expected: sql<number>`coalesce(sum(iif(${SAID_YES}, 1 + ${rsvps.plusOnes}, 0)), 0)`.as("expected"),
      peopleComing: sql<number>`coalesce(sum(${peopleComing(checkIns.walkIn)}), 0)`.as("people_coming"),
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(eq(guests.eventId, eventId));
}

/** The tags of the event's guests, each spelling for itself. */
function countByTag(db: Database, eventId: string) {
  return db
    .select({ tag: sql<string>`tag.value`.as("tag_name"), guests: sql<number>`count(*)`.as("tag_guests") })
    .from(sql`${guests}, json_each(${guests.tags}) tag`)
    .where(eq(guests.eventId, eventId))
    .groupBy(sql`tag.value`)
    .orderBy(sql`tag_guests desc`);
}

/** The tables at which guests are seated. */
function countByTable(db: Database, eventId: string) {
  return db
    .select({ table: sql<string>`${guests.table}`.as("table"), guests: sql<number>`count(*)`.as("table_guests") })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), isNotNull(guests.table)))
    .groupBy(guests.table);
}

const guestCountGroup = routes({ tag: "Guests", access: role("viewer", "guests:read"), limits: [perUser("guests")] });

export const guestCountRoutes = guestCountGroup.app;

guestCountGroup.get("/events/{eventId}/guests/counts", {
  name: "countGuests",
  summary: forDocs("Count guests"),
  description: forDocs(
    "Returns the number of guests per standing and per filter of the guest list, the number of people coming, and all tags and tables. Reads the whole list: call it after a change, not in a loop.",
  ),
  response: [200, GuestCounts, forDocs("The current counts")],
  isPresented: true,
  run: (ctx, caller) => countGuests(ctx, caller),
});
