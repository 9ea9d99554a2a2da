import { newId } from "../../kernel/ids.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import type { RequestContext } from "../../request-context.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { insertGuestWithinLimit } from "../guests/insert-guest-within-limit.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { arrivedAt } from "./door-code.ts";
import { publishArrival } from "./publish-arrival.ts";
import { insertCheckIn, isCheckedIn, type NamedCheckIn } from "./queries.ts";
import type { WalkInInput } from "./schemas.ts";

/**
 * Adds a guest who was not invited and checks them in, in one batch: both are written or neither.
 * @throws AppError 402 `tier_limit`, 409 `duplicate_guest` for an e-mail address that is on the list
 */
export const addWalkIn = idempotent(authorizeMember, add);

async function add(ctx: RequestContext, caller: EventCaller, input: WalkInInput): Promise<NamedCheckIn> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, granted } = await authorizeMember(ctx, caller, { granted: tierOfEvent(ctx, eventId) });
  const now = clock.now();
  const { arrivalCount, notes, scannedAt, ...person } = input;
  const guest = { ...person, eventId, id: newId(now), partySize: arrivalCount, notes: null, createdAt: now };
  const checkIn = {
    eventId,
    guestId: guest.id,
    id: newId(now),
    checkedInAt: arrivedAt(scannedAt, now),
    recordedAt: now,
    checkedInBy: caller.session.userId,
    arrivalCount,
    notes,
    walkIn: true,
    nonce: null,
  };
  const named = { checkIn, guestName: guest.name, byName: member.userName };
  const guard = { caller, linkEnding: null, override: true };
  await insertGuestWithinLimit(ctx, caller, guest, tierIn(granted), () => [
    insertCheckIn(db, checkIn, guard),
    ...recordResult(ctx, caller, named, isCheckedIn(db, eventId, guest.id), guest.id),
  ]);
  publishArrival(ctx, named);
  return named;
}
