import { notFound } from "../../kernel/errors.ts";
import { openZoneClock } from "../../kernel/zone-clock.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { MAX_STALE_GUESTS } from "./bounds.ts";
import { type KeptAnalytics, keepAtEdge, recall } from "./kept-analytics.ts";
import { countArrivals, countByQuarter, findEventClock, listStale, takeCensus } from "./queries.ts";
import type { Analytics } from "./schemas.ts";
import { sectionsOf, seriesBegin } from "./sections.ts";

/**
 * How an event's invitations do. Counted in one batch, in which the caller's role is asked too, and kept for 60 s for
 * all members of the event.
 *
 * Kept figures are shown to nobody whom the database has not let in: who asks for them first is asked for there. The
 * session that was shown them is shown the same again without a question, for what is left of their 60 s: whoever has
 * lost the role since learns nothing from a second look. Anything new to the session, other days or newer figures, is
 * asked for again, so a role is lost at once for all that was not seen yet.
 * @returns `cached`: nothing was counted for this answer
 */
export async function readAnalytics(
  services: Services,
  caller: EventCaller,
  days: number,
): Promise<{ analytics: Analytics; cached: boolean }> {
  const { analyticsMemory } = services;
  const { eventId, session } = caller;
  const kept = await recall(services, eventId, days);
  if (kept !== null && analyticsMemory.wasShown(eventId, days, kept, session)) {
    // By the batch that let this very session in when it was shown them.
    session.verified = true;
    return { analytics: kept.analytics, cached: true };
  }
  if (kept !== null) await asMember(services, caller, []);
  const figures = kept ?? (await count(services, caller, days));
  analyticsMemory.noteShown(eventId, days, figures, session);
  return { analytics: figures.analytics, cached: kept !== null };
}

async function count(services: Services, caller: EventCaller, days: number): Promise<KeptAnalytics> {
  const { db, clock } = services;
  const { eventId } = caller;
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
  const kept = { at: now, analytics: sectionsOf(counted, openZoneClock(event.timezone), now, days) };
  keepAtEdge(services, eventId, days, kept);
  return kept;
}
