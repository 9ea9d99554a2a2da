import { toWire } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import { markAuthorized } from "../accounts/authorization.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { arrivedAt, doorReasons, needsOverride } from "./door-state.ts";
import { type NamedCheckIn, presentCheckIn } from "./present.ts";
import { doorKey } from "./preview-check-in.ts";
import { type Arrival, type ArrivalGuard, findCheckIn, findDoorGuest, findNames, insertCheckIn } from "./queries.ts";
import type { CheckInInput } from "./schemas.ts";
import { publishArrival } from "./tell-of-arrival.ts";

/** How an arrival ended: noted now, or noted before by the same scan. */
export interface CheckedIn extends NamedCheckIn {
  repeated: boolean;
}

/**
 * Lets a guest in, once. One trip: the write itself asks for the caller's role, the guest's answer and the present
 * link, and only when it wrote nothing the reason is looked up.
 * @throws AppError 409 `already_checked_in` with the first check-in, 409 `needs_override` with the reasons, 400
 *   `invalid_qr` or `wrong_event`, 410 `qr_expired`, 404 for a guest who is not on the list
 */
export async function checkInGuest(ctx: RequestContext, caller: EventCaller, input: CheckInInput): Promise<CheckedIn> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const key = await doorKey(ctx, eventId, input);
  const now = clock.now();
  const arrival: Arrival = {
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
  const guard: ArrivalGuard = {
    caller,
    linkEnding: key.code?.linkEnding ?? null,
    override: input.override,
  };
  const [[recorded], [names]] = await db.batch([
    insertCheckIn(db, arrival, guard),
    findNames(db, eventId, key.guestId, caller.session.userId),
  ]);
  if (recorded === undefined || names === undefined) return explainRefusal(ctx, caller, input, key);
  // The write itself checks the role.
  markAuthorized(caller);
  const named = { checkIn: recorded, guestName: names.guest, byName: names.by };
  publishArrival(ctx, named);
  return { ...named, repeated: false };
}

/** Why nothing was written. A repetition of the very scan that was written is no refusal. */
async function explainRefusal(
  ctx: RequestContext,
  caller: EventCaller,
  input: CheckInInput,
  key: Awaited<ReturnType<typeof doorKey>>,
): Promise<CheckedIn> {
  const { db } = ctx;
  const {
    guest: [guest],
    known: [known],
  } = await authorizeMember(ctx, caller, {
    guest: findDoorGuest(db, caller.eventId, key.guestId),
    known: findCheckIn(db, caller.eventId, key.guestId),
  });
  if (guest === undefined) throw notFound();
  if (known !== undefined) {
    const named = { ...known, guestName: guest.guest.name };
    if (input.nonce !== undefined && known.checkIn.nonce === input.nonce) return { ...named, repeated: true };
    throw alreadyCheckedIn(named);
  }
  const reasons = doorReasons(guest, key.code);
  if (needsOverride(reasons) && !input.override) {
    throw new AppError("needs_override", {
      reasons,
    });
  }
  // The nonce belongs to another guest's scan, or what stood in the way is gone since.
  throw new AppError("nonce_reused");
}

/** 409: the guest is in; the first check-in tells when, by whom and how many. */
function alreadyCheckedIn(first: NamedCheckIn): AppError {
  const at = toWire(first.checkIn.checkedInAt);
  return new AppError(
    "already_checked_in",
    {
      check_in: presentCheckIn(first),
    },
    `This guest has been in since ${at}.`,
  );
}
