import type { EventReaction } from "../event-change.ts";
import { holdsSeated, seatsFreed } from "./seats.ts";

/**
 * A larger capacity, a later start or a reinstated event offers seats to waitlisted parties. A smaller capacity has to
 * hold the seated guests, unless it is forced, which is recorded.
 */
export const changeSeats: EventReaction = (ctx, { before, after, force = false }) => {
  if (before === null) return {};
  const { capacity } = after;
  const isLowered = capacity !== null && (before.capacity === null || capacity < before.capacity);
  const isMore = capacity === null || (before.capacity !== null && capacity > before.capacity);
  const isReinstated = before.cancelledAt !== null && after.cancelledAt === null;
  const mayFit = isMore || isReinstated || after.eventDate > before.eventDate;
  const lowered = { before: { capacity: before.capacity }, after: { capacity } };
  return {
    guard: [isLowered && !force && holdsSeated(before.id, capacity)],
    ...(isLowered && force && { audit: { action: "capacity.lowered", ...lowered } }),
    messages: mayFit ? seatsFreed(ctx, before.id, before.capacity) : [],
  };
};
