import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { eraseGuestTraces } from "../privacy/erase-guest-traces.ts";
import { deleteGuest as deleteRow, discountGuest, isErasable } from "./queries.ts";

/**
 * Erases a guest: the link answers 404 from now on, and no data of the guest stays anywhere. What is under way about the
 * guest finds nobody when it arrives.
 * @throws AppError 404 for somebody who is not on the list, and for a caller who has lost the event meanwhile
 */
export async function deleteGuest(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<void> {
  const { db } = ctx;
  const { eventId } = caller;
  await authorizeMember(ctx, caller, {});
  const guard = isErasable(db, hasRole(db, caller), eventId, guestId);
  const traces = eraseGuestTraces(ctx, eventId, guestId, guard);
  // The row goes last: what goes with it is found by it.
  const results = await db.batch([
    discountGuest(db, eventId, guard),
    ...traces.statements,
    deleteRow(db, eventId, guestId, guard),
  ]);
  const deleted = results.at(-1) as { id: string }[];
  if (deleted.length === 0) throw notFound();
  traces.dispatch();
}
