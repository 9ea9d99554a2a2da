import { and, eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { recordExport } from "../../identity/accounts/record-export.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { slugify } from "../../kernel/slug.ts";
import { createZoneClock, ZONE_STEP_MS } from "../../kernel/zoned-time.ts";
import { mayUse } from "../../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { type CachedAnalytics, getCached, putCached } from "./analytics-cache.ts";
import { writeGuestTable } from "./guest-table.ts";
import { countByQuarter, groupGuests, listGuestFacts, listStale } from "./queries.ts";
import { type Analytics, type ArrivalCounts, MAX_STALE_GUESTS } from "./schemas.ts";
import { sectionsOf, seriesStart } from "./sections.ts";

/**
 * Returns an event's analytics, cached for 60 s for all members. Every request checks the caller's role: in the D1
 * batch that counts, or in one separate read on a cache hit.
 * @param days length of the series
 * @returns `cached`: true if the response is from the cache
 * @throws AppError as `authorizeMember`
 */
export async function readAnalytics(
  ctx: RequestContext,
  caller: EventCaller,
  days: number,
): Promise<{ analytics: Analytics; cached: boolean }> {
  const { eventId } = caller;
  const cached = await getCached(ctx, eventId, days);
  if (cached !== null) {
    await authorizeMember(ctx, caller, {});
    return { analytics: cached.analytics, cached: true };
  }
  const counted = await count(ctx, caller, days);
  putCached(ctx, eventId, days, counted);
  return { analytics: counted.analytics, cached: false };
}

async function count(ctx: RequestContext, caller: EventCaller, days: number): Promise<CachedAnalytics> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const now = clock.now();
  const { event, groups, quarters, stale } = await authorizeMember(ctx, caller, {
    event: one(findEventClock(db, eventId)),
    groups: groupGuests(db, eventId, now),
    quarters: countByQuarter(db, eventId, seriesStart(now, days)),
    stale: listStale(db, eventId, MAX_STALE_GUESTS),
  });
  if (event === undefined) throw notFound();
  const counted = { groups, quarters, stale };
  return { at: now, analytics: sectionsOf(counted, createZoneClock(event.timezone), now, days) };
}

/**
 * Exports an event's guests with invitation, answer and arrival as CSV. All rows are read in one batch: the file is
 * consistent, and an error comes before its first byte.
 * @returns the file, to be streamed
 * @throws AppError as `authorizeMember`
 */
export async function exportAnalytics(
  ctx: RequestContext,
  caller: EventCaller,
): Promise<{ fileName: string; text: Generator<string> }> {
  const { db } = ctx;
  const recorded = await recordExport(ctx, caller, { action: "analytics.exported", detail: "analytics" });
  const { event, rows } = await authorizeMember(ctx, caller, {
    event: one(findEventClock(db, caller.eventId)),
    rows: listGuestFacts(db, caller.eventId, ctx.clock.now()),
    recorded: recorded.statements,
  });
  if (event === undefined) throw notFound();
  recorded.dispatch();
  return {
    fileName: `${slugify(event.name)}-analytics.csv`,
    text: writeGuestTable(rows, event.timezone, !mayUse(caller.session, "guests:read")),
  };
}

/** Returns the arrivals per quarter of an hour. Not cached, because hosts watch it during the event. */
export async function readArrivals(ctx: RequestContext, caller: EventCaller): Promise<z.output<typeof ArrivalCounts>> {
  const { quarters } = await authorizeMember(ctx, caller, { quarters: countArrivalsByQuarter(ctx.db, caller.eventId) });
  return {
    items: quarters.map(({ quarter, guests, heads }) => ({ at: toIsoTime(quarter * ZONE_STEP_MS), guests, heads })),
  };
}

/** The name and the time zone of an event. */
function findEventClock(db: Database, eventId: string) {
  return db
    .select({ name: events.name, timezone: events.timezone })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** Arrived guests and the people of their parties, per quarter of an hour. */
function countArrivalsByQuarter(db: Database, eventId: string) {
  return db
    .select({
      quarter: sql<number>`cast(${checkIns.checkedInAt} / ${ZONE_STEP_MS} as integer)`.as("quarter"),
      guests: sql<number>`count(*)`.as("guests"),
      heads: sql<number>`sum(${checkIns.arrivalCount})`.as("heads"),
    })
    .from(checkIns)
    .where(eq(checkIns.eventId, eventId))
    .groupBy(sql`quarter`)
    .orderBy(sql`quarter`);
}
