import { definedOnly } from "../../kernel/defined-only.ts";
import { notFound, nothingToChange } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { asDuplicate } from "./duplicate-guest.ts";
import { findGuest, type GuestRow, updateGuest } from "./queries.ts";
import type { GuestChanges } from "./schemas.ts";

/**
 * Changes a guest; what is absent stays. The link goes on to work. A party smaller than the guest has answered for is
 * taken as it is: the answer stays the guest's own, and the new size binds the next one.
 * @throws AppError 409 `duplicate_guest` for an address that another guest of the event has, and what asking again gives
 *   a caller who has lost the event meanwhile
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
  const { member } = await authorizeMember(ctx, caller, {});
  const written = { ...definedOnly(changes), updatedAt: clock.now() };
  const update = updateGuest(db, eventId, guestId, written, hasRole(db, member));
  try {
    const [updated, [guest]] = await db.batch([update, findGuest(db, eventId, guestId)]);
    if (updated.length > 0 && guest !== undefined) return guest;
  } catch (error) {
    throw asDuplicate(error);
  }
  // Nobody is there, or the caller may no longer.
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
