import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { cancelPending } from "../messages/queries.ts";
import { markDeleted } from "./queries.ts";

/**
 * Closes an event: its guests' links answer 404 from now on, and what was to be sent to them is cancelled.
 * @throws AppError what asking again gives a caller who has lost the event meanwhile
 */
export async function deleteEvent(services: Services, caller: EventCaller): Promise<void> {
  const { db, clock } = services;
  await authorizeMember(services, caller, {});
  const now = clock.now();
  const roleCondition = hasRole(db, caller);
  // The event goes last: with it goes the caller's standing.
  const [, closed] = await db.batch([
    cancelPending(db, caller.eventId, now, roleCondition),
    markDeleted(db, caller.eventId, now, roleCondition),
  ]);
  if (closed.length === 0) {
    await authorizeMember(services, caller, {});
    throw notFound();
  }
  services.analyticsCache.delete(caller.eventId);
  services.defer(() => services.monitor.disconnect(caller.eventId, null));
}
