import type { RequestContext } from "../context.ts";
import { requireRoom } from "../events/seats/seats.ts";
import { type Answer, headsOf, knownSeat, mayWait, type Seated } from "./rules.ts";

/**
 * Says why an answer found no seat, after the database has refused to write it; returns where that was not the reason.
 * @param before the answer that it replaces; null for a first one
 * @throws AppError 409 `event_full` for an answer that needs more seats than are left
 */
export async function requireRoomFor(
  ctx: RequestContext,
  event: { id: string; capacity: number | null; waitlist: boolean },
  before: Seated | null,
  answer: Answer,
): Promise<void> {
  const heads = headsOf(answer);
  if (knownSeat(before, heads, event.capacity) !== undefined || mayWait(before, event.waitlist)) return;
  if (before?.seat === "waitlisted") return;
  await requireRoom(ctx, event.id, heads - (before === null || before.seat === null ? 0 : before.heads));
}
