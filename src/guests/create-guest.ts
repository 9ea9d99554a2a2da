import type { RequestContext } from "../context.ts";
import { newId } from "../kernel/ids.ts";
import { standingOf } from "../kernel/standing.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findOptOut } from "../sending/suppression-queries.ts";
import { insertGuestWithinLimit } from "./insert-guest-within-limit.ts";
import type { GuestRow } from "./queries.ts";
import type { NewGuest } from "./schemas.ts";

/** A new guest has no invitation, response or check-in. */
const NEW = {
  askForCode: false,
  rsvp: null,
  standing: standingOf({ walkIn: false, response: null, seat: null, invitedAt: null }),
  waitlistPosition: null,
  invitedAt: null,
  openedAt: null,
  checkedInAt: null,
  deliveryStatus: null,
  deliveryReason: null,
  deliveryAt: null,
};

/**
 * Adds a guest to an event.
 * @throws AppError 402 at the guest limit of the host's tier, 409 `duplicate_guest` or `duplicate_external_id` if
 * another guest of the event has the email address or the ID
 */
export const createGuest = idempotent(authorizeMember, create);

async function create(ctx: RequestContext, caller: EventCaller, input: NewGuest): Promise<GuestRow> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, granted, optOuts } = await authorizeMember(ctx, caller, {
    granted: tierOfEvent(ctx, eventId),
    optOuts: input.phone === null ? [] : [findOptOut(db, input.phone)],
  });
  const smsOptedOut = optOuts.flat().length > 0;
  const now = clock.now();
  const guest: GuestRow = { ...NEW, ...input, smsOptedOut, eventId, id: newId(now), createdAt: now, updatedAt: now };
  await insertGuestWithinLimit(ctx, member, guest, tierIn(granted), () => ({ result: guest }));
  return guest;
}
