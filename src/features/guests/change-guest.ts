import { definedOnly } from "../../kernel/defined-only.ts";
import { notFound, nothingToChange } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { toDuplicateGuest } from "./duplicate-guest.ts";
import { findGuest, type GuestRow, updateGuest } from "./queries.ts";
import type { GuestChanges } from "./schemas.ts";

/**
 * Changes the given fields of a guest. The guest's link stays valid. A `party_size` below what the guest has already
 * answered for is accepted: the RSVP stays as it is, and the new size limits the next one.
 * @throws AppError 400 without a field, 404, 409 `duplicate_guest` when another guest of the event has the address, 403
 *   for a caller whose role was lowered meanwhile
 */
export async function changeGuest(
  ctx: RequestContext,
  caller: EventCaller,
  guestId: string,
  changes: GuestChanges,
): Promise<GuestRow> {
  if (Object.keys(changes).length === 0) throw nothingToChange();
  const { db, clock } = ctx;
  const { eventId } = caller;
  await authorizeMember(ctx, caller, {});
  const written = { ...definedOnly(changes), updatedAt: clock.now() };
  const update = updateGuest(db, eventId, guestId, written, hasRole(db, caller));
  try {
    const [updated, [guest]] = await db.batch([update, findGuest(db, eventId, guestId)]);
    if (updated.length > 0 && guest !== undefined) return guest;
  } catch (error) {
    throw toDuplicateGuest(error);
  }
  // Either the guest is gone, or the caller's role; the second has its own error.
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
