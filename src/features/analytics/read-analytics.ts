import { notFound } from "../../kernel/errors.ts";
import { openZoneClock } from "../../kernel/zone-clock.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { MAX_STALE_GUESTS } from "./bounds.ts";
import { keep, recall } from "./kept-analytics.ts";
import { countArrivals, countByQuarter, findEventClock, listStale, takeCensus } from "./queries.ts";
import type { Analytics } from "./schemas.ts";
import { sectionsOf, seriesBegin } from "./sections.ts";

/**
 * How an event's invitations do. Counted in one batch, in which the caller's role is asked too, and kept for 60 s for
 * all members of the event.
 *
 * What is kept spares the counting, never the question who asks: that one row is read each time. Any copy of a role
 * would outlive the role, and somebody who was removed from an event would go on to read its guests' names.
 * @returns `cached`: nothing was counted for this answer
 */
export async function readAnalytics(
  services: Services,
  caller: EventCaller,
  days: number,
): Promise<{ analytics: Analytics; cached: boolean }> {
  const { db, clock } = services;
  const { eventId } = caller;
  const kept = await recall(services, eventId, days);
  if (kept !== null) {
    await asMember(services, caller, []);
    return { analytics: kept, cached: true };
  }
  const now = clock.now();
  const [, [event], census, quarters, [arrivals], stale] = await asMember(services, caller, [
    findEventClock(db, eventId),
    takeCensus(db, eventId),
    countByQuarter(db, eventId, seriesBegin(now, days)),
    countArrivals(db, eventId),
    listStale(db, eventId, MAX_STALE_GUESTS),
  ]);
  if (event === undefined) throw notFound();
  const counted = { census, quarters, checkedIn: arrivals?.checkedIn ?? 0, stale };
  const analytics = sectionsOf(counted, openZoneClock(event.timezone), now, days);
  keep(services, eventId, days, { at: now, analytics });
  return { analytics, cached: false };
}
