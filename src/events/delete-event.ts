import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { events } from "../db/schema/events.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion } from "../platform/commit/unchanged.ts";
import { cancelPending } from "./reminders/move-messages.ts";

/** The write fails only if the caller lost the role or the event: the second attempt reads the reason. */
const MAX_ATTEMPTS = 2;

/**
 * Marks an event as deleted. Its guests' links return 404, and pending messages are cancelled.
 * @throws AppError errors of `authorizeMember` if the caller lost the role or the event during the request
 */
export const deleteEvent = retried(async (ctx: RequestContext, caller: EventCaller): Promise<void> => {
  const { db, clock } = ctx;
  const { member } = await authorizeMember(ctx, caller, {});
  const { eventId } = member;
  const now = clock.now();
  await commit(ctx, {
    by: member,
    changes: {
      cancelled: cancelPending(db, sql`(${eventId})`, now),
      deleted: db
        .update(events)
        .set({ deletedAt: now, updatedAt: nextVersion(events, now) })
        .where(eq(events.id, eventId)),
    },
    audit: { action: "event.deleted", before: null, after: null },
    effects: [() => monitorOf(ctx, eventId).disconnect(null)],
    at: now,
    lost: "not_found",
  });
}, MAX_ATTEMPTS);
