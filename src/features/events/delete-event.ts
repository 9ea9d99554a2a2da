import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { cancelPending } from "../messages/queries.ts";
import { markDeleted } from "./queries.ts";

/**
 * Marks an event as deleted: its guests' links answer 404, and pending messages are cancelled.
 * @throws AppError what `authorizeMember` throws for a caller who lost the role or the event meanwhile
 */
export async function deleteEvent(ctx: RequestContext, caller: EventCaller): Promise<void> {
  const { db, clock } = ctx;
  await authorizeMember(ctx, caller, {});
  const now = clock.now();
  const roleCondition = hasRole(db, caller);
  // The event is last, because the role condition does not hold once it is deleted.
  const [, deleted] = await db.batch([
    cancelPending(db, caller.eventId, now, roleCondition),
    markDeleted(db, caller.eventId, now, roleCondition),
  ]);
  if (deleted.length === 0) {
    await authorizeMember(ctx, caller, {});
    throw notFound();
  }
  ctx.analyticsCache.delete(caller.eventId);
  ctx.defer(() => ctx.monitor.disconnect(caller.eventId, null));
}
