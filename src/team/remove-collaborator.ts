import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { transferEvent } from "./account-deletion-queries.ts";
import { deleteCollaborator, findCollaborator, isReplaceable } from "./queries.ts";
import { effectsOf, MAX_ATTEMPTS } from "./team-changes.ts";

/**
 * Removes a collaborator from an event, effective from their next request, ends what they have created that can act there,
 * and disconnects their live monitors. When the
 * host is removed, the other owner with the longest membership becomes the host, whose tier then applies.
 * @throws AppError 404 for a user without a role on the event, 400 `last_owner`, 409 `team_changed`; 403
 *   `step_up_required` for an owner
 */
export async function removeCollaborator(ctx: RequestContext, caller: EventCaller, userId: string): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      collaborator: [collaborator],
      authentication,
    } = await authorizeMember(
      ctx,
      caller,
      { collaborator: findCollaborator(db, eventId, userId) },
      { authentication: findAuthentication(ctx.accountsDb, caller.session) },
    );
    if (collaborator === undefined) throw notFound();
    if (collaborator.role === "owner" && !collaborator.hasOtherOwner) throw new AppError("last_owner");
    if (collaborator.role === "owner") await requireStepUp(ctx, caller.session, authentication);
    const guard = isReplaceable(db, hasRole(db, member), eventId, collaborator);
    const entry = {
      eventId,
      ...actorOf(member),
      action: "collaborator.removed" as const,
      target: userId,
      before: { role: collaborator.role },
      after: null,
      at: clock.now(),
    };
    const change = { eventId, by: member, userId, before: collaborator.role, after: null };
    const effects = effectsOf(ctx, change, { guard, at: entry.at });
    const { removed } = await runBatch(db, {
      audit: recordAudit(db, entry, guard),
      effects: effects.statements,
      removed: deleteCollaborator(db, eventId, userId, guard),
      transferred: transferEvent(db, eventId, userId, entry.at),
    });
    if (removed.length > 0) {
      effects.publishAfterResponse();
      sealAfterResponse(ctx, eventId);
      ctx.defer(() => monitorOf(ctx, eventId).disconnect(userId));
      return;
    }
  }
  throw new AppError("team_changed");
}

/** Removes the caller from an event. @throws AppError 400 `last_owner`, 409 `team_changed` */
export function leaveEvent(ctx: RequestContext, caller: EventCaller): Promise<void> {
  return removeCollaborator(ctx, { ...caller, needsFactor: false }, caller.session.userId);
}
