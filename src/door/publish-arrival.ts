import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import type { GuestKey } from "../db/schema/rsvps.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { LIVE_EVENTS, type PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import { flushAfterResponse, flushSoon, pending } from "../platform/flush-after-response/flush-after-response.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import type { NamedCheckIn } from "./queries.ts";

/**
 * After the response, publishes an arrival to the event's monitors and confirms the guest's last access to the engine.
 * If the Worker dies, the Scheduler publishes the arrival again, and the engine misses one confirmation.
 */
export function publishArrival(ctx: RequestContext, { checkIn, guestName }: NamedCheckIn): void {
  const { eventId, guestId } = checkIn;
  const event = {
    type: "check_in.recorded" as const,
    at: toIsoTime(checkIn.checkedInAt),
    guest: { id: guestId, name: guestName },
    check_in_id: checkIn.id,
    arrival_count: checkIn.arrivalCount,
    walk_in: checkIn.walkIn,
  };
  publishNow(ctx, { eventId, event });
  if (!checkIn.walkIn)
    flushAfterResponse(ctx, { outboxRows: [], effects: [pending(CONFIRMATIONS, { eventId, guestId })] });
}

/** Sooner than the other frames: the hosts watch arrivals as they happen. */
function publishNow(ctx: RequestContext, found: PendingLiveEvent): void {
  flushSoon(ctx, found.eventId, { outboxRows: [], effects: [pending(LIVE_EVENTS, found)] });
}

/**
 * A guest who arrived was the one invited, so the guest's newest access was legitimate. One read and one call of the queue
 * for all arrivals of a flush.
 */
const CONFIRMATIONS = {
  async send(ctx: RequestContext, arrivals: readonly GuestKey[]): Promise<void> {
    const accesses = await findLastAccesses(ctx.db, arrivals);
    const confirmed = accesses.flatMap(({ eventId, guestId, accessLogId }) => {
      if (accessLogId === null) return [];
      const body = { event_id: eventId, guest_id: guestId, access_log_id: accessLogId, kind: "check_in" as const };
      return [busMessage(ctx, "access.confirmed", body)];
    });
    if (confirmed.length > 0) await ctx.bus.publish(confirmed);
  },
};

/** The newest access of each guest that was not automated. A check-in confirms it to the engine. Null without one. */
function findLastAccesses(db: Database, arrivals: readonly GuestKey[]) {
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
