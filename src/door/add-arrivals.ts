import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { findEvent } from "../events/queries.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { MAX_PARTY } from "../kernel/max-party.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { addToTotal, findArrival, insertArrival, isArrival } from "./arrival-queries.ts";
import type { CheckedIn } from "./check-in-guest.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import { type DoorCaller, hasRight, rightMissing } from "./devices/door-caller.ts";
import type { NamedCheckIn } from "./insert-queries.ts";
import { moreArrived } from "./publish-arrival.ts";
import { findNamedCheckIn, mayWrite } from "./queries.ts";
import { eventCancelled } from "./read-door-guest.ts";
import type { ArrivalsInput } from "./schemas.ts";

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
  const by = { recordedAt: now, recordedBy: caller.session.userId };
  const arrival = { ...key, id: newId(now), arrivalCount: input.arrivalCount, ...by };
  const added = { ...before.checkIn, arrivalCount: before.checkIn.arrivalCount + input.arrivalCount };
  const result = { ...before, checkIn: added, repeated: false };
  const activity = storeActivities(ctx, eventId, null, isArrival(db, arrival));
  const {
    recorded: [recorded],
    after: [after],
  } = await runBatch(db, {
    inserted: insertArrival(db, arrival, input.checkInId, most, mayWrite(db, caller, now)),
    total: addToTotal(db, arrival),
    activity: activity.statements,
    recorded: findArrival(db, key),
    after: findNamedCheckIn(db, eventId, input.checkInId),
    result: recordResult(ctx, caller, result, isArrival(db, arrival), key.guestId),
  });
  if (recorded?.id !== arrival.id || after === undefined) return afterRace(ctx, caller, input, recorded !== undefined);
  activity.publishAfterResponse([moreArrived(after, arrival)]);
  return { ...after, repeated: false };
}

/** Nothing was written: another request was faster, or the caller's role, the device or the check-in is gone. */
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
  const {
    found: [before],
    event: [event],
  } = await authorizeAtDoor(ctx, caller, {
    found: findNamedCheckIn(db, caller.eventId, checkInId),
    event: findEvent(db, caller.eventId),
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
