import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { one } from "../db/one.ts";
import { checkInArrivals, checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { findEvent } from "../events/queries.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { MAX_PARTY } from "../kernel/max-party.ts";
import { roleCondition } from "../platform/authorization/queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import type { CheckedIn } from "./check-in-guest.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import { type DoorCaller, hasRight, rightMissing } from "./devices/door-caller.ts";
import { isActive, isCheckIn, type NamedCheckIn, selectNamed } from "./queries.ts";
import { eventCancelled } from "./read-door-guest.ts";
import type { ArrivalsInput } from "./schemas.ts";

type ArrivalRow = typeof checkInArrivals.$inferSelect;

/** People who came after the first of their party. */
type NewArrivals = ArrivalsInput & { checkInId: string };

/**
 * Adds people of a party who came later to its check-in. One write for each nonce: a scanner may send it again.
 * @returns the check-in with the new total. `repeated`: an earlier request with the nonce added them
 * @throws AppError 404 for a check-in that was undone, 409 `party_full`, `event_cancelled`, 403 `door_right_missing` for
 *   more people than expected without the right `override`
 */
export const addArrivals = idempotent(authorizeAtDoor, add);

async function add(ctx: RequestContext, caller: DoorCaller, input: NewArrivals): Promise<CheckedIn> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { before, cancelled } = await read(ctx, caller, input.checkInId);
  const key = { eventId, guestId: before.checkIn.guestId, nonce: input.nonce };
  if ((await findArrival(db, key)).length > 0) return { ...before, repeated: true };
  if (cancelled) throw eventCancelled();
  const most = mostOf(caller, before);
  refuseIfTooMany(before, most, input.arrivalCount);
  const now = clock.now();
  const by = { recordedAt: now, recordedBy: caller.session.userId, deviceId: caller.device?.id ?? null };
  const arrival = { ...key, id: newId(now), arrivalCount: input.arrivalCount, ...by };
  const added = { ...before.checkIn, arrivalCount: before.checkIn.arrivalCount + input.arrivalCount };
  const result = { ...before, checkIn: added, repeated: false };
  const activity = storeActivities(ctx, eventId, null, isArrival(db, arrival));
  const { recorded, after } = await runBatch(db, {
    inserted: insertArrival(db, arrival, input.checkInId, most, mayWrite(db, caller, now)),
    total: addToTotal(db, arrival),
    activity: activity.statements,
    recorded: one(findArrival(db, key)),
    after: one(findNamedCheckIn(db, eventId, input.checkInId)),
    result: recordResult(ctx, caller, result, isArrival(db, arrival), key.guestId),
  });
  if (recorded?.id !== arrival.id || after === undefined) return afterRace(ctx, caller, input, recorded !== undefined);
  activity.publishAfterResponse([moreArrived(after, arrival)]);
  return { ...after, repeated: false };
}

/**
 * Throws the reason why nothing was written. Another request was faster, or the caller's role, the device or the
 * check-in no longer exists. Returns the check-in for a repeated request.
 */
async function afterRace(
  ctx: RequestContext,
  caller: DoorCaller,
  input: NewArrivals,
  repeated: boolean,
): Promise<CheckedIn> {
  const { before, cancelled } = await read(ctx, caller, input.checkInId);
  if (repeated) return { ...before, repeated };
  if (cancelled) throw eventCancelled();
  refuseIfTooMany(before, mostOf(caller, before), input.arrivalCount);
  throw notFound();
}

async function read(ctx: RequestContext, caller: DoorCaller, checkInId: string) {
  const { db } = ctx;
  const { before, event } = await authorizeAtDoor(ctx, caller, {
    before: one(findNamedCheckIn(db, caller.eventId, checkInId)),
    event: one(findEvent(db, caller.eventId)),
  });
  if (before === undefined || event === undefined) throw notFound();
  return { before, cancelled: event.cancelledAt !== null };
}

/** The largest party that the caller may record. */
function mostOf(caller: DoorCaller, { expectedParty, checkIn }: NamedCheckIn): number {
  return hasRight(caller, "override") ? MAX_PARTY : Math.max(expectedParty, checkIn.arrivalCount);
}

function refuseIfTooMany({ checkIn: { arrivalCount: arrived } }: NamedCheckIn, most: number, more: number): void {
  if (arrived + more > MAX_PARTY) throw new AppError("party_full", { arrived });
  if (arrived + more > most) throw rightMissing("override");
}

/**
 * Inserts people of a checked-in party who came later. Nothing when the scan was recorded before, the check-in was undone,
 * the party would be too large, or the guard does not hold.
 * @param most the largest total that the caller may record
 */
function insertArrival(db: Database, arrival: ArrivalRow, checkInId: string, most: number, guard: SQL) {
  const fits = sql`${checkIns.arrivalCount} + ${arrival.arrivalCount} <= ${most}`;
  const isOfCheckIn = and(eq(checkIns.eventId, arrival.eventId), eq(checkIns.id, checkInId));
  const from = sql`from ${checkIns} where ${and(isOfCheckIn, fits, guard)}`;
  return insertFrom(db, checkInArrivals, arrival, from).onConflictDoNothing();
}

/** Adds an arrival that was inserted before in the same batch to the total of its check-in. */
function addToTotal(db: Database, arrival: ArrivalRow) {
  const isOfGuest = and(eq(checkIns.eventId, arrival.eventId), eq(checkIns.guestId, arrival.guestId));
  return db
    .update(checkIns)
    .set({ arrivalCount: sql`${checkIns.arrivalCount} + ${arrival.arrivalCount}` })
    .where(and(isOfGuest, isArrival(db, arrival)));
}

/** Condition: this very arrival was recorded. For statements that follow the insert in its batch. */
function isArrival(db: Database, arrival: ArrivalRow): SQL {
  return exists(
    db
      .select({ id: checkInArrivals.id })
      .from(checkInArrivals)
      .where(and(isKey(arrival), eq(checkInArrivals.id, arrival.id))),
  );
}

/** The arrival that a scan with this nonce has recorded. */
function findArrival(db: Database, key: Pick<ArrivalRow, "eventId" | "guestId" | "nonce">) {
  return db.select({ id: checkInArrivals.id }).from(checkInArrivals).where(isKey(key)).limit(1);
}

function isKey({ eventId, guestId, nonce }: Pick<ArrivalRow, "eventId" | "guestId" | "nonce">): SQL | undefined {
  return and(
    eq(checkInArrivals.eventId, eventId),
    eq(checkInArrivals.guestId, guestId),
    eq(checkInArrivals.nonce, nonce),
  );
}

/** A check-in by its own ID, as `findCheckIn` has it. */
function findNamedCheckIn(db: Database, eventId: string, checkInId: string) {
  return selectNamed(db).where(isCheckIn(eventId, checkInId)).limit(1);
}

/**
 * Condition of a write in the second batch of a door request: the caller has the role, the device is active, and the
 * event takes place.
 */
function mayWrite(db: Database, caller: DoorCaller, now: number): SQL {
  const { session, eventId, minimumRole } = caller;
  const check = { session, eventId, minimumRole, needsFactor: caller.device === null };
  return roleCondition(db, check, and(isActive(caller, now), isNull(events.cancelledAt)));
}

/** Returns the activity of late arrivals. */
function moreArrived({ checkIn, guestName }: NamedCheckIn, more: ArrivalRow) {
  return {
    type: "check_in.arrived" as const,
    at: toIsoTime(more.recordedAt),
    guest: { id: checkIn.guestId, name: guestName },
    check_in_id: checkIn.id,
    arrival_id: more.id,
    arrival_count: more.arrivalCount,
    total_count: checkIn.arrivalCount,
  };
}
