import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { handOverEvent } from "../privacy/queries.ts";
import { deleteCollaborator, findCollaborator, isReplaceable } from "./queries.ts";
import { lastOwner, MAX_ATTEMPTS, teamKeepsChanging } from "./team-changes.ts";

/**
 * Ends somebody's work on an event: from their next request on it is not there for them, and what they watch closes.
 * What a host leaves goes to the longest-standing other owner, who pays from then on.
 * @throws AppError 404 for somebody who does not work on the event, 400 `last_owner`
 */
export async function removeCollaborator(ctx: RequestContext, caller: EventCaller, userId: string): Promise<void> {
  const { db, clock } = ctx;
  const { eventId, session } = caller;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const {
      collaborator: [member],
    } = await authorizeMember(ctx, caller, { collaborator: findCollaborator(db, eventId, userId) });
    if (member === undefined) throw notFound();
    if (member.role === "owner" && !member.othersOwn) throw lastOwner();
    const guard = isReplaceable(db, hasRole(db, caller), eventId, member);
    const entry = {
      eventId,
      actorId: session.userId,
      action: "collaborator.removed" as const,
      target: userId,
      before: { role: member.role },
      after: null,
      at: clock.now(),
    };
    const { removed } = await runBatch(db, {
      audit: recordAudit(db, entry, guard),
      removed: deleteCollaborator(db, eventId, userId, guard),
      handOverEvent: handOverEvent(db, eventId, userId, entry.at),
    });
    if (removed.length > 0) {
      ctx.analyticsCache.delete(eventId);
      ctx.defer(() => ctx.monitor.disconnect(eventId, userId));
      return;
    }
  }
  throw teamKeepsChanging();
}

/** Ends the caller's own work on an event. @throws AppError 400 `last_owner` */
export function leaveEvent(ctx: RequestContext, caller: EventCaller): Promise<void> {
  return removeCollaborator(ctx, caller, caller.session.userId);
}
