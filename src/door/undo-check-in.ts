import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { MINUTE_MS, toIsoTime } from "../kernel/clock.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { commit } from "../platform/commit/commit.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { type CheckInRow, findCheckInById, isActive, isCheckIn, isRecorded } from "./queries.ts";

/** Time in which a door device can undo its own check-in. */
const DEVICE_UNDO_MS = MINUTE_MS;

/**
 * Deletes a mistaken check-in and records who did. A walk-in stays on the guest list.
 * @param nonce of the check-in, which only the phone that recorded it knows
 * @throws AppError 404, 403 `undo_not_allowed` for a door device that did not record it, or more than a minute ago
 */
export async function undoCheckIn(
  ctx: RequestContext,
  caller: DoorCaller,
  { checkInId, nonce }: { checkInId: string; nonce?: string | undefined },
): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, checkIn, guest } = await authorizeAtDoor(ctx, caller, {
    checkIn: one(findCheckInById(db, eventId, checkInId)),
    guest: one(findNameByCheckIn(db, eventId, checkInId)),
  });
  if (checkIn === undefined) throw notFound();
  const now = clock.now();
  if (caller.device !== null && !isJustRecorded(checkIn, nonce, now)) throw new AppError("undo_not_allowed");
  const isStillActive = isActive(caller, now);
  await commit(ctx, {
    by: member,
    guard: [isRecorded(db, eventId, checkInId), isStillActive && isAtEvent(eventId, isStillActive)],
    changes: { removed: db.delete(checkIns).where(isCheckIn(eventId, checkInId)) },
    audit: {
      action: "check_in.undone",
      target: checkInId,
      before: {
        guest_id: checkIn.guestId,
        checked_in_at: toIsoTime(checkIn.checkedInAt),
        checked_in_by: checkIn.checkedInBy,
        arrival_count: checkIn.arrivalCount,
        walk_in: checkIn.walkIn,
      },
      after: null,
    },
    activities: [undone(checkIn, guest?.name ?? "", now)],
    at: now,
    lost: async () => {
      // Another request undid it, the caller's role was removed, or the device was revoked.
      await authorizeAtDoor(ctx, caller, {});
      return notFound();
    },
  });
}

function undone({ id, guestId }: CheckInRow, name: string, now: number) {
  return { type: "check_in.undone" as const, at: toIsoTime(now), guest: { id: guestId, name }, check_in_id: id };
}

/** The nonce identifies the phone, because no response of the API contains it. */
function isJustRecorded(checkIn: CheckInRow, nonce: string | undefined, now: number): boolean {
  return nonce !== undefined && checkIn.nonce === nonce && now - checkIn.recordedAt <= DEVICE_UNDO_MS;
}

/** The name of the guest of a check-in. */
function findNameByCheckIn(db: Database, eventId: string, checkInId: string) {
  return db
    .select({ name: guests.name })
    .from(checkIns)
    .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
    .where(isCheckIn(eventId, checkInId))
    .limit(1);
}

/** Condition: one on the row of the event. */
function isAtEvent(eventId: string, condition: SQL): SQL {
  return sql`exists (select 1 from ${events} where ${and(eq(events.id, eventId), condition)})`;
}
