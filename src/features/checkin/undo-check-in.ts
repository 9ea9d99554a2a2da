import { runBatch } from "../../db/batch.ts";
import { toWire } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { canUndo, deleteCheckIn, findCheckInById, findGuestName } from "./queries.ts";

/** Deletes a mistaken check-in and records who did. A walk-in stays on the guest list. @throws AppError 404 */
export async function undoCheckIn(ctx: RequestContext, caller: EventCaller, checkInId: string): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const {
    member,
    checkIn: [checkIn],
  } = await authorizeMember(ctx, caller, { checkIn: findCheckInById(db, eventId, checkInId) });
  if (checkIn === undefined) throw notFound();
  const record = {
    eventId,
    actorId: member.userId,
    action: "check_in.undone" as const,
    target: checkInId,
    before: {
      guest_id: checkIn.guestId,
      checked_in_at: toWire(checkIn.checkedInAt),
      checked_in_by: checkIn.checkedInBy,
      arrival_count: checkIn.arrivalCount,
      walk_in: checkIn.walkIn,
    },
    after: null,
    at: clock.now(),
  };
  const guard = canUndo(db, hasRole(db, member), eventId, checkInId);
  const {
    removed: [removed],
  } = await runBatch(db, {
    audit: recordAudit(db, record, guard),
    removed: deleteCheckIn(db, eventId, checkInId, guard),
  });
  if (removed === undefined) {
    // Either another request undid it, or the caller lost the role in between.
    await authorizeMember(ctx, caller, {});
    throw notFound();
  }
  ctx.defer(async () => {
    const [guest] = await findGuestName(db, eventId, removed.guestId);
    await ctx.monitor.publish(eventId, {
      type: "check_in.undone",
      at: toWire(clock.now()),
      guest: { id: removed.guestId, name: guest?.name ?? "" },
      check_in_id: removed.id,
    });
  });
}
