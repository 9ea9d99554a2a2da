import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { cancelPending } from "../messages/queries.ts";
import { markDeleted } from "./queries.ts";

/**
 * Closes an event: its guests' links answer 404 from now on, and what was to be sent to them is cancelled.
 * @throws AppError what asking again gives a caller who has lost the event meanwhile
 */
export async function deleteEvent(ctx: RequestContext, caller: EventCaller): Promise<void> {
  const { db, clock } = ctx;
  await authorizeMember(ctx, caller, {});
  const now = clock.now();
  const roleCondition = hasRole(db, caller);
  // The event goes last: with it goes the caller's standing.
  const [, closed] = await db.batch([
    cancelPending(db, caller.eventId, now, roleCondition),
    markDeleted(db, caller.eventId, now, roleCondition),
  ]);
  if (closed.length === 0) {
    await authorizeMember(ctx, caller, {});
    throw notFound();
  }
  ctx.analyticsCache.delete(caller.eventId);
  ctx.defer(() => ctx.monitor.disconnect(caller.eventId, null));
}
