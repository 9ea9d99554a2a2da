import type { BusMessage } from "../../../proto/bus/messages.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { firstIdOf, idTime } from "../../kernel/ids.ts";
import { log } from "../../kernel/log.ts";
import { publishInOrder } from "../../platform/outbox/store-activities.ts";
import type { RequestContext } from "../../request-context.ts";
import { ofArrival } from "./activity-entries.ts";
import { publishActivities } from "./publish-activities.ts";
import { publishSince } from "./publish-since.ts";
import { findArrivalRound, listRecentArrivals, storeArrivalRound } from "./recovery-queries.ts";

/** Messages in the outbox whose change is an activity, too, without one of its own: the guests' routes write no further row. */
const WITH_ACTIVITY: ReadonlySet<string> = new Set([
  ...["access.attempted", "access.confirmed", "rsvp.confirmed", "seat_offer.send", "challenge.send", "alert.risk"],
]);

/** A younger check-in may still be published by its own request. */
const MIN_AGE_MS = 10 * SECOND_MS;
/** Check-ins get their ids before they are written: those of the last round's end are read once more. */
const OVERLAP_MS = MINUTE_MS;
/** Check-ins of one round. */
const MAX_ARRIVALS = 2_000;
/** How far from now the date of an event may be for it to have check-ins: door hours and long events. */
const DOOR_MS = 8 * 24 * 60 * MINUTE_MS;

/**
 * Publishes again what happened at the events whose messages a Worker left behind: what it had not told the monitor is
 * numbered now, the rest is known there. For the relay, before it publishes those messages.
 * @returns the messages whose event's monitor could not be reached: they have to stay
 */
export async function recoverActivities(ctx: RequestContext, messages: readonly BusMessage[]): Promise<BusMessage[]> {
  const caused = messages.filter(({ type }) => WITH_ACTIVITY.has(type));
  const stored = messages.filter((message) => message.type === "activity.publish");
  // The queue would do the same; a relay that is killed in between has done it already.
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
 * Publishes the check-ins since the last round that found any. A check-in is one row and nothing else, so that a queue at the
 * door moves: it has no message in the outbox from which the relay could tell that its Worker died.
 * @returns how many there were
 */
export async function recoverArrivals(ctx: RequestContext): Promise<number> {
  const { db, clock } = ctx;
  const until = clock.now() - MIN_AGE_MS;
  const [round] = await findArrivalRound(db);
  const from = round === undefined ? until - OVERLAP_MS : round.until - OVERLAP_MS;
  const dates = { from: until - DOOR_MS, until: until + DOOR_MS };
  const found = await listRecentArrivals(db, { from: firstIdOf(from), until: firstIdOf(until) }, dates, MAX_ARRIVALS);
  const last = found.at(-1);
  if (last === undefined) return 0;
  for (const [eventId, ofEvent] of Map.groupBy(found, ({ checkIn }) => checkIn.eventId)) {
    await publishInOrder(
      ctx,
      eventId,
      ofEvent.map((row) => ofArrival(row).event),
    );
  }
  // Written only after check-ins that were not there a round ago: at other times this writes nothing.
  const reached = found.length === MAX_ARRIVALS ? idTime(last.checkIn.id) : until;
  if (round === undefined || idTime(last.checkIn.id) > round.until) await storeArrivalRound(db, reached);
  return found.length;
}
