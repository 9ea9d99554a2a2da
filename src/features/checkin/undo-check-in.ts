import { toWire } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { deleteCheckIn, findNames } from "./queries.ts";

/** Deletes a mistaken check-in. A walk-in stays on the guest list. @throws AppError 404 */
export async function undoCheckIn(ctx: RequestContext, caller: EventCaller, checkInId: string): Promise<void> {
  const { db, clock } = ctx;
  await authorizeMember(ctx, caller, {});
  const [removed] = await deleteCheckIn(db, caller.eventId, checkInId);
  if (removed === undefined) throw notFound();
  ctx.defer(async () => {
    const [names] = await findNames(db, caller.eventId, removed.guestId, removed.checkedInBy);
    await ctx.monitor.publish(caller.eventId, {
      type: "check_in.undone",
      at: toWire(clock.now()),
      guest: { id: removed.guestId, name: names?.guest ?? "" },
      check_in_id: removed.id,
    });
  });
}
