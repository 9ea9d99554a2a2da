import { and, isNull, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import type { DoorCaller } from "../door-devices/door-caller.ts";
import { isDeviceActive } from "../door-devices/queries.ts";
import { roleCondition } from "../members/queries.ts";

/**
 * Condition of a write in the second batch of a request at the door: the caller still has the role, the device still
 * works, and the event takes place.
 */
export function mayWrite(db: Database, caller: DoorCaller, now: number): SQL {
  const { session, eventId, minimumRole } = caller;
  return roleCondition(db, { session, eventId, minimumRole }, and(isActive(caller, now), isNull(events.cancelledAt)));
}

/** Condition that a caller's device still works; none for a member. */
export function isActive({ device, eventId }: DoorCaller, now: number): SQL | undefined {
  return device === null ? undefined : isDeviceActive({ eventId, deviceId: device.id }, now);
}
