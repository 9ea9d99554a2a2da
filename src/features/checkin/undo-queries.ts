import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { guests } from "../../db/schema/guests.ts";
import type { DoorCaller } from "../door-devices/door-caller.ts";
import { roleCondition } from "../members/queries.ts";
import { isActive } from "./caller-queries.ts";
import { isCheckIn, isRecorded } from "./insert-queries.ts";

/** The name of the guest of a check-in. */
export function findNameByCheckIn(db: Database, eventId: string, checkInId: string) {
  return db
    .select({ name: guests.name })
    .from(checkIns)
    .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
    .where(isCheckIn(eventId, checkInId))
    .limit(1);
}

/** Condition of undoing a check-in: it is there, the caller still has the role, and the device still works. */
export function canUndo(db: Database, caller: DoorCaller, checkInId: string, now: number): SQL {
  const { session, eventId, minimumRole } = caller;
  const hasRole = roleCondition(db, { session, eventId, minimumRole }, isActive(caller, now));
  return sql`${hasRole} and ${isRecorded(db, eventId, checkInId)}`;
}

/** Deletes a check-in if the guard holds, and returns it; no row otherwise. */
export function deleteCheckIn(db: Database, eventId: string, checkInId: string, guard: SQL) {
  return db
    .delete(checkIns)
    .where(and(isCheckIn(eventId, checkInId), guard))
    .returning();
}
