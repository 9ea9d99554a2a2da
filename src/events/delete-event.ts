import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { events } from "../db/schema/events.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion } from "../platform/commit/unchanged.ts";
import { cancelPending } from "./notices/notices.ts";

/** Only a caller who lost the role or the event loses the write: the second attempt reads why. */
const MAX_ATTEMPTS = 2;

/**
 * Marks an event as deleted: its guests' links answer 404, and pending messages are cancelled.
 * @throws AppError what `authorizeMember` throws for a caller who lost the role or the event meanwhile
 */
export const deleteEvent = retried(async (ctx: RequestContext, caller: EventCaller): Promise<void> => {
  const { db, clock } = ctx;
  const { member } = await authorizeMember(ctx, caller, {});
  const { eventId } = member;
  const now = clock.now();
  await commit(ctx, {
    by: member,
    changes: {
      cancelled: cancelPending(db, eventId, now),
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
