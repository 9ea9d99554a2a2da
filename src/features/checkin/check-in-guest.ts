import { toWire } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import { markAuthorized } from "../accounts/authorization.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { arrivedAt, doorReasons, type GuestKey, identifyGuest, needsOverride } from "./door-code.ts";
import { publishArrival } from "./publish-arrival.ts";
import {
  type CheckInGuard,
  type CheckInToInsert,
  findCheckIn,
  findDoorGuest,
  findNames,
  insertCheckIn,
  type NamedCheckIn,
} from "./queries.ts";
import { type CheckInInput, presentCheckIn } from "./schemas.ts";

/** `repeated`: an earlier request of the same scan wrote the check-in. */
export type CheckedIn = NamedCheckIn & { repeated: boolean };

/**
 * Checks a guest in, at most once. One database call: the insert itself is conditional on the caller's role, the guest's
 * answer and the current link, and only when it wrote nothing a second call reads why.
 * @throws AppError 409 `already_checked_in` with the first check-in, 409 `needs_override` with the reasons, 409
 *   `nonce_reused`, 400 `invalid_qr` or `wrong_event`, 410 `qr_expired`, 404 for a guest who is not on the list
 */
export async function checkInGuest(ctx: RequestContext, caller: EventCaller, input: CheckInInput): Promise<CheckedIn> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const key = await identifyGuest(ctx, eventId, input);
  const now = clock.now();
  const checkIn: CheckInToInsert = {
    eventId,
    guestId: key.guestId,
    id: newId(now),
    checkedInAt: arrivedAt(input.scannedAt, now),
    recordedAt: now,
    checkedInBy: caller.session.userId,
    arrivalCount: input.arrivalCount ?? null,
    notes: input.notes ?? null,
    walkIn: false,
    nonce: input.nonce ?? null,
  };
  const guard: CheckInGuard = { caller, linkEnding: key.linkEnding, override: input.override };
  const [[recorded], [names]] = await db.batch([
    insertCheckIn(db, checkIn, guard),
    findNames(db, eventId, key.guestId, caller.session.userId),
  ]);
  if (recorded === undefined || names === undefined) return explainRefusal(ctx, caller, input, key);
  // The insert has checked the role.
  markAuthorized(caller.session, recorded);
  const named = { checkIn: recorded, guestName: names.guest, byName: names.by };
  publishArrival(ctx, named);
  return { ...named, repeated: false };
}

/**
 * Reads why the insert wrote nothing.
 * @returns the existing check-in when this very scan made it
 * @throws AppError the reason
 */
async function explainRefusal(
  ctx: RequestContext,
  caller: EventCaller,
  input: CheckInInput,
  key: GuestKey,
): Promise<CheckedIn> {
  const { db } = ctx;
  const {
    guest: [guest],
    recorded: [recorded],
  } = await authorizeMember(ctx, caller, {
    guest: findDoorGuest(db, caller.eventId, key.guestId),
    recorded: findCheckIn(db, caller.eventId, key.guestId),
  });
  if (guest === undefined) throw notFound();
  if (recorded !== undefined) {
    const first = { ...recorded, guestName: guest.guest.name };
    if (input.nonce !== undefined && recorded.checkIn.nonce === input.nonce) return { ...first, repeated: true };
    const since = toWire(recorded.checkIn.checkedInAt);
    const details = { check_in: presentCheckIn(first) };
    throw new AppError("already_checked_in", details, `This guest has been in since ${since}.`);
  }
  const reasons = doorReasons(guest, key);
  if (needsOverride(reasons) && !input.override) throw new AppError("needs_override", { reasons });
  // Another guest's scan has the nonce, or the reason is gone since the insert: a new scan with a new nonce works.
  throw new AppError("nonce_reused");
}
