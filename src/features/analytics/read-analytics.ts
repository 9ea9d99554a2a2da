import { notFound } from "../../kernel/errors.ts";
import { openZoneClock } from "../../kernel/zone-clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type CachedAnalytics, getCached, putCached } from "./analytics-cache.ts";
import { MAX_STALE_GUESTS } from "./bounds.ts";
import { countArrivals, countByQuarter, findEventClock, groupGuests, listStale } from "./queries.ts";
import type { Analytics } from "./schemas.ts";
import { sectionsOf, seriesBegin } from "./sections.ts";

/**
 * An event's analytics, cached for 60 s for all members. Every request checks the caller's role: in the batch that
 * counts, or in one read of its own on a cache hit.
 * @param days length of the series
 * @returns `cached`: nothing was counted for this response
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
  const {
    event: [event],
    groups,
    quarters,
    arrivals: [arrivals],
    stale,
  } = await authorizeMember(ctx, caller, {
    event: findEventClock(db, eventId),
    groups: groupGuests(db, eventId),
    quarters: countByQuarter(db, eventId, seriesBegin(now, days)),
    arrivals: countArrivals(db, eventId),
    stale: listStale(db, eventId, MAX_STALE_GUESTS),
  });
  if (event === undefined) throw notFound();
  const counted = { groups, quarters, checkedIn: arrivals?.checkedIn ?? 0, stale };
  return { at: now, analytics: sectionsOf(counted, openZoneClock(event.timezone), now, days) };
}
