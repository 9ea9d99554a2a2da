import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { cancelPending } from "../messages/queries.ts";
import { markDeleted } from "./queries.ts";

/** Closes an event: its guests' links answer 404 from now on, and what was to be sent to them is cancelled. */
export async function deleteEvent(services: Services, caller: EventCaller): Promise<void> {
  const { db, clock } = services;
  await asMember(services, caller, []);
  const now = clock.now();
  await db.batch([cancelPending(db, caller.eventId, now), markDeleted(db, caller.eventId, now)]);
  services.analyticsMemory.drop(caller.eventId);
  services.defer(() => services.monitor.disconnect(caller.eventId, null));
}
