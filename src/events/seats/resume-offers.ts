import { inArray, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { stalledWaitlists } from "../../db/schema/rsvps.ts";
import { commit } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { nextCheck } from "./passed-over.ts";

/** Waitlists of one round. */
const MAX_WAITLISTS = 50;

/**
 * Offers free seats again where the reason of passed-over parties may have ended, by `seats.offer`. Its consumer decides
 * whether it has. Reads no row while nobody is passed over.
 * @returns when the next waitlist is due (epoch milliseconds), null if none is
 */
export async function resumeOffers(ctx: RequestContext): Promise<number | null> {
  const { db, clock } = ctx;
  const now = clock.now();
  const stalled = await listStalled(db, MAX_WAITLISTS + 1);
  const due = stalled.slice(0, MAX_WAITLISTS).filter(({ resumeAt }) => resumeAt <= now);
  const eventIds = due.map(({ eventId }) => eventId);
  if (eventIds.length > 0) {
    await commit(ctx, {
      by: "service",
      changes: { postponed: postpone(db, eventIds, now) },
      messages: eventIds.map((eventId) => busMessage(ctx, "seats.offer", { event_id: eventId })),
      at: now,
      lost: "not_found",
    });
  }
  return stalled[due.length]?.resumeAt ?? null;
}

/** The waitlists that are due first. */
function listStalled(db: Database, limit: number) {
  const { eventId, resumeAt } = stalledWaitlists;
  return db.select({ eventId, resumeAt }).from(stalledWaitlists).orderBy(resumeAt).limit(limit);
}

/** The consumer deletes the row if its reason has ended. */
function postpone(db: Database, eventIds: string[], now: number) {
  return db
    .update(stalledWaitlists)
    .set({ resumeAt: nextCheck(sql`${stalledWaitlists.reason} is null`, now) })
    .where(inArray(stalledWaitlists.eventId, eventIds));
}
