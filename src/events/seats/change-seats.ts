import type { EventRow } from "../../db/schema/events.ts";
import type { EventReaction } from "../event-change.ts";
import { holdsSeated, isDueOffer, returnToWaitlist, seatsFreed } from "./seats.ts";

/**
 * A larger capacity, a later start or a reinstated event offers seats to waitlisted parties. A smaller capacity has to
 * hold the seated guests, unless it is forced, which is recorded. Offers that ran out while the event was cancelled
 * return to the waitlist, because no guest could answer them; open offers keep their time.
 */
export const changeSeats: EventReaction = (ctx, { before, after, now, force = false, isSilent }) => {
  if (before === null) return {};
  const { capacity } = after;
  const isLowered = capacity !== null && (before.capacity === null || capacity < before.capacity);
  const isReinstated = before.cancelledAt !== null && after.cancelledAt === null;
  const lowered = { before: { capacity: before.capacity }, after: { capacity } };
  return {
    guard: [isLowered && !force && holdsSeated(before.id, capacity)],
    ...(isLowered && force && { audit: { action: "capacity.lowered", ...lowered } }),
    changes: isReinstated ? [returnToWaitlist(ctx.db, isDueOffer(before.id, now))] : [],
    messages: letsPartiesFit(before, after) ? seatsFreed(ctx, before.id, before.capacity, isSilent) : [],
  };
};

/** True if a change of the event may let waiting parties fit. */
export function letsPartiesFit(before: SeatedEvent, after: SeatedEvent): boolean {
  if (before.capacity === null) return false;
  const isMore = after.capacity === null || after.capacity > before.capacity;
  const isReinstated = before.cancelledAt !== null && after.cancelledAt === null;
  return isMore || isReinstated || after.eventDate > before.eventDate;
}

type SeatedEvent = Pick<EventRow, "capacity" | "cancelledAt" | "eventDate">;
