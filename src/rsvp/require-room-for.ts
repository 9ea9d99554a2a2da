import type { RequestContext } from "../context.ts";
import { requireRoom } from "../events/seats/seats.ts";
import { type Answer, canJoinWaitlist, headsOf, type Seated, seatWithoutQuery } from "./rules.ts";

/**
 * Throws 409 `event_full` if an RSVP write failed for lack of seats. Returns if seats were not the cause. By seat, as
 * the write: a waitlisted party keeps its place, and a seated one needs seats only for the people that it adds.
 * @param before the RSVP that it replaces; null for a first one
 * @throws AppError 409 `event_full` for an RSVP that needs more seats than are left
 */
export async function requireRoomFor(
  ctx: RequestContext,
  event: { id: string; capacity: number | null; waitlist: boolean },
  before: Seated | null,
  answer: Answer,
): Promise<void> {
  const heads = headsOf(answer);
  if (seatWithoutQuery(before, heads, event.capacity) !== undefined || canJoinWaitlist(before, event.waitlist)) return;
  if (before?.seat === "waitlisted") return;
  await requireRoom(ctx, event.id, heads - (before === null || before.seat === null ? 0 : before.heads));
}
