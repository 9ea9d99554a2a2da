import { and, asc, between, eq, gte, isNull, lt, not, sql } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { arrivalRounds } from "../db/schema/webhooks.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { firstIdOf, idTime } from "../kernel/ids.ts";
import { log } from "../kernel/log.ts";
import { publishInOrder } from "../platform/outbox/store-activities.ts";
import { ofArrival } from "./activity-entries.ts";
import { publishSince } from "./list-newest.ts";
import { countAtFirst } from "./queries.ts";
import { publishActivities } from "./read-activity.ts";

/**
 * Types of outbox messages whose change is also an activity but has no separate message for it. The guests' routes
 * write no further row.
 */
const WITH_ACTIVITY: ReadonlySet<string> = new Set([
  "access.attempted",
  "access.confirmed",
  "rsvp.confirmed",
  "seat_offer.send",
  "challenge.send",
  "alert.risk",
]);

/** A younger check-in may still be published by its own request. */
const MIN_AGE_MS = 10 * SECOND_MS;
/** Check-ins get their IDs before they are written, so the end of the previous run's range is read again. */
const OVERLAP_MS = MINUTE_MS;
/** Maximum check-ins per run. */
const MAX_ARRIVALS = 2_000;
/** Maximum distance of an event's date at which check-ins are expected: door hours and long events. */
const DOOR_MS = 8 * DAY_MS;
/** The others are looked through this often, because that reads every event. */
const FAR_EVERY_MS = HOUR_MS;

/**
 * Publishes the activities again of events whose messages a Worker left behind. The monitor numbers activities that it
 * did not get, and knows the others. For the relay, before it publishes those messages.
 * @returns the messages whose event's monitor could not be reached: they have to stay
 */
export async function recoverActivities(ctx: RequestContext, messages: readonly BusMessage[]): Promise<BusMessage[]> {
  const caused = messages.filter(({ type }) => WITH_ACTIVITY.has(type));
  const stored = messages.filter((message) => message.type === "activity.publish");
  // The queue would do the same. If the relay is killed in between, this part is already done.
  const outcomes = await publishActivities(ctx, stored);
  const unpublished = stored.filter((_, index) => outcomes[index]?.status === "rejected");
  const byEvent = Map.groupBy(caused, ({ body }) => ("event_id" in body ? body.event_id : ""));
  const held = await Promise.all(
    [...byEvent].map(async ([eventId, ofEvent]) => {
      try {
        await publishSince(ctx, eventId, ofEvent);
        return [];
      } catch (error) {
        log("warn", "activities_not_recovered", { event_id: eventId }, error);
        return ofEvent;
      }
    }),
  );
  return [...unpublished, ...held.flat()];
}

/**
 * Publishes the check-ins since the last run that found any, at events around their date. A check-in writes only one
 * row, so that the door is fast. It has no outbox row from which the relay could publish it after a crash.
 * @returns their number
 */
export async function recoverArrivals(ctx: RequestContext): Promise<number> {
  const { db } = ctx;
  const until = ctx.clock.now() - MIN_AGE_MS;
  const [stored] = await findArrivalRound(db, "near");
  const found = await publishArrivals(ctx, "near", { from: stored?.until ?? until, until });
  if (found === null) return 0;
  // Written only if there are new check-ins since the previous run.
  if (stored === undefined || found.newest > stored.until) await storeArrivalRound(db, "near", found.reached);
  return found.count;
}

/** Publishes the check-ins at all other events, once per hour. A host may try check-ins out weeks before an event. */
export async function recoverFarArrivals(ctx: RequestContext): Promise<number> {
  const { db } = ctx;
  const until = ctx.clock.now() - MIN_AGE_MS;
  const [stored] = await findArrivalRound(db, "far");
  if (stored !== undefined && until - stored.until < FAR_EVERY_MS) return 0;
  const found = await publishArrivals(ctx, "far", { from: stored?.until ?? until - FAR_EVERY_MS, until });
  await storeArrivalRound(db, "far", found?.reached ?? until);
  return found?.count ?? 0;
}

/** @returns the end of the published range, and the time of the newest (epoch milliseconds); null if there are none */
async function publishArrivals(
  ctx: RequestContext,
  round: ArrivalRound,
  { from, until }: { from: number; until: number },
) {
  const ids = { from: firstIdOf(from - OVERLAP_MS), until: firstIdOf(until) };
  const dates = { from: until - DOOR_MS, until: until + DOOR_MS };
  const found = await listRecentArrivals(ctx.db, round, ids, dates, MAX_ARRIVALS);
  const last = found.at(-1);
  if (last === undefined) return null;
  for (const [eventId, ofEvent] of Map.groupBy(found, ({ checkIn }) => checkIn.eventId)) {
    await publishInOrder(
      ctx,
      eventId,
      ofEvent.map((row) => ofArrival(row).event),
    );
  }
  const newest = idTime(last.checkIn.id);
  return { count: found.length, newest, reached: found.length === MAX_ARRIVALS ? newest : until };
}

/** Ids, or epoch milliseconds: `from` belongs to the range, `until` does not. */
interface Range<T> {
  from: T;
  until: T;
}

/** Rounds through the events whose date is near, which have most check-ins, and those through all others. */
const ROUNDS = { near: 0, far: 1 } as const;

type ArrivalRound = keyof typeof ROUNDS;

/** Up to where check-ins were published again. */
function findArrivalRound(db: Database, round: ArrivalRound) {
  return db.select({ until: arrivalRounds.until }).from(arrivalRounds).where(eq(arrivalRounds.id, ROUNDS[round]));
}

function storeArrivalRound(db: Database, round: ArrivalRound, until: number) {
  return db
    .insert(arrivalRounds)
    .values({ id: ROUNDS[round], until })
    .onConflictDoUpdate({ target: arrivalRounds.id, set: { until } });
}

/**
 * Check-ins whose IDs are in a range, oldest first. Reads no other check-in. A run over far events reads every event.
 * @param dates those of near events
 */
function listRecentArrivals(
  db: Database,
  round: ArrivalRound,
  ids: Range<string>,
  dates: Range<number>,
  limit: number,
) {
  const isNear = between(sql`${events.eventDate}`, dates.from, dates.until);
  return (
    db
      .select({
        guest: { id: aliased(guests.id, "guest.id"), name: guests.name },
        checkIn: checkIns,
        atFirst: countAtFirst(),
      })
      .from(events)
      // Use the index by event and ID, because the planner would otherwise scan the table.
      .innerJoin(checkIns, and(eq(checkIns.eventId, events.id), gte(checkIns.id, ids.from), lt(checkIns.id, ids.until)))
      .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
      .where(and(isNull(events.deletedAt), round === "near" ? isNear : not(isNear)))
      .orderBy(asc(checkIns.id))
      .limit(limit)
  );
}
