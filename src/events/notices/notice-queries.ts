import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { messages } from "../../db/schema/messages.ts";

/** Brings back what was skipped with a time of a host's choosing that is still to come. */
export function restoreOwnTimes(db: Database, eventId: string, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ status: "scheduled", skipped: false, updatedAt: now })
    .where(
      and(
        eq(messages.eventId, eventId),
        eq(messages.status, "cancelled"),
        eq(messages.skipped, true),
        eq(messages.ownTime, true),
        gt(messages.sendAt, now),
        guard,
      ),
    );
}

/** Cancels the drafts and scheduled messages of an event that is being deleted, if the guard holds. */
export function cancelPending(db: Database, eventId: string, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(eq(messages.eventId, eventId), sql`${messages.status} in ('draft', 'scheduled')`, guard));
}
