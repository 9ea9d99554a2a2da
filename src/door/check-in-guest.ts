import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { runGroupedBatch } from "../db/grouped-batches.ts";
import { one } from "../db/one.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { needsOverride } from "../kernel/door-reasons.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { markAuthorized } from "../platform/authorization/authorization.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import { deviceVerdict, type UseWindow } from "./devices/device-state.ts";
import { type DoorCaller, hasRight, requireRight, rightMissing } from "./devices/door-caller.ts";
import { countUse } from "./devices/queries.ts";
import { publishArrival } from "./publish-arrival.ts";
import {
  type CheckInGuard,
  type CheckInToInsert,
  findCheckIn,
  insertCheckIn,
  isRecorded,
  type NamedCheckIn,
} from "./queries.ts";
import { type GuestKey, identifyGuest, readDoorGuest, reasonsOf, requireDoorOpen } from "./read-door-guest.ts";
import { type CheckInInput, presentCheckIn, remainingOf } from "./schemas.ts";

/** `repeated`: an earlier request of the same scan wrote the check-in. */
export type CheckedIn = NamedCheckIn & { repeated: boolean };

/**
 * The result that an `Idempotency-Key` stores. The check-in is read again, because the insert computes a part of it.
 */
interface RecordedScan {
  guestId: string;
  checkInId: string;
}

/**
 * Checks a guest in, at most once. One database call: the insert has conditions on the caller's role, the device and
 * its limit, the guest's RSVP and the current link. Only if it wrote nothing, a second call reads the reason.
 * @throws AppError 429 `rate_limited`, 409 `already_checked_in` with the first check-in, 409 `needs_override` with the
 *   reasons, 403 `door_right_missing`, 409 `nonce_reused`, 400 `invalid_qr` or `wrong_event`, 410 `qr_expired`, 404 for
 *   a guest who is not on the list
 */
export async function checkInGuest(ctx: RequestContext, caller: DoorCaller, input: CheckInInput): Promise<CheckedIn> {
  if (input.override) requireRight(caller, "override");
  const scanned = await recordScan(ctx, caller, input);
  return "checkIn" in scanned ? scanned : readAgain(ctx, caller, scanned);
}

const recordScan = idempotent(authorizeAtDoor, record);

async function record(ctx: RequestContext, caller: DoorCaller, input: CheckInInput): Promise<CheckedIn | RecordedScan> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const key = await identifyGuest(ctx, caller, input);
  const { guestId, linkEnding, isJwt } = key;
  const now = clock.now();
  const checkIn: CheckInToInsert = {
    eventId,
    guestId,
    id: newId(now),
    scannedAt: input.scannedAt ?? null,
    recordedAt: now,
    checkedInBy: caller.session.userId,
    arrivalCount: input.arrivalCount ?? null,
    notes: input.notes ?? null,
    walkIn: false,
    nonce: input.nonce ?? null,
    overLimit: false,
  };
  const guard: CheckInGuard = { caller, linkEnding, isJwt, override: input.override };
  const result = { guestId, checkInId: checkIn.id };
  const statements = {
    // The insert requires that the statement before it has counted the scan.
    counted: countScan(db, caller, now),
    inserted: insertCheckIn(db, checkIn, guard),
    found: one(findCheckIn(db, eventId, guestId)),
    result: recordResult(ctx, caller, result, isRecorded(db, eventId, checkIn.id), guestId),
  };
  const {
    counted: [, window],
    found,
    // An idempotency key that was used aborts its batch. Nothing else does, so that scans share one.
  } = await (ctx.requestKey === null
    ? runGroupedBatch(db, ctx.groupedBatchesOf(ctx.shard), statements)
    : runBatch(db, statements));
  if (caller.device !== null) {
    const [before] = window as UseWindow[];
    caller.device.verdict = deviceVerdict("check_in", before, now);
  }
  if (found?.checkIn.id !== checkIn.id) {
    return { ...(await explainRefusal(ctx, caller, input, key)), repeated: true };
  }
  // The insert has checked the role.
  markAuthorized(caller);
  publishArrival(ctx, found);
  return { ...found, repeated: false };
}

/** The check-in that an earlier request with the same key made. @throws AppError 404 when it was undone since */
async function readAgain(ctx: RequestContext, caller: DoorCaller, scan: RecordedScan): Promise<CheckedIn> {
  const { db } = ctx;
  const { found } = await authorizeAtDoor(ctx, caller, { found: one(findCheckIn(db, caller.eventId, scan.guestId)) });
  if (found?.checkIn.id !== scan.checkInId) throw notFound();
  return { ...found, repeated: false };
}

/**
 * Reads why the insert of a check-in wrote nothing.
 * @returns the existing check-in when this very scan made it
 * @throws AppError the reason
 */
async function explainRefusal(
  ctx: RequestContext,
  caller: DoorCaller,
  input: CheckInInput,
  key: GuestKey,
): Promise<NamedCheckIn> {
  const { guest, checkIn } = await readDoorGuest(ctx, caller, key.guestId);
  const isRepeated = input.nonce !== undefined && checkIn?.checkIn.nonce === input.nonce;
  if (checkIn !== null && isRepeated) return checkIn;
  const now = ctx.clock.now();
  requireDoorOpen(guest, key, now);
  if (checkIn !== null) {
    const since = toIsoTime(checkIn.checkIn.checkedInAt);
    const details = { check_in: presentCheckIn(checkIn), remaining: remainingOf(checkIn), door: checkIn.door };
    throw new AppError("already_checked_in", details, `This guest was checked in at ${since}.`);
  }
  const reasons = reasonsOf(guest, key, checkIn, now);
  if (needsOverride(reasons) && !input.override) throw new AppError("needs_override", { reasons });
  const isOverCount = (input.arrivalCount ?? 0) > guest.expectedParty;
  if (isOverCount && !hasRight(caller, "override")) throw rightMissing("override");
  // Another guest's scan has the nonce, or the reason no longer applies since the insert. A new scan with a new nonce
  // works.
  throw new AppError("nonce_reused");
}

/**
 * Returns the statements that count a check-in against the limit of its device, right before `insertCheckIn`. None for
 * a member.
 */
function countScan(db: Database, { device, eventId }: DoorCaller, now: number) {
  if (device === null) return [];
  return countUse(db, "check_in", { eventId, deviceId: device.id, now, network: device.network || null });
}
