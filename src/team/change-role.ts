import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { transferEvent } from "./account-deletion-queries.ts";
import { type CollaboratorRow, findCollaborator, isReplaceable, updateRole } from "./queries.ts";
import { effectsOf, MAX_ATTEMPTS } from "./team-changes.ts";

/**
 * Changes a collaborator's role, effective from their next request, and ends what they have created that the new role may
 * not. When the event's host is no longer an owner, the
 * other owner with the longest membership becomes the host, whose tier then applies.
 * @throws AppError 404 for a user without a role on the event, 400 `last_owner`, 409 `team_changed`; 403
 *   `step_up_required` to make somebody an owner, or an owner something else
 */
export async function changeRole(
  ctx: RequestContext,
  caller: EventCaller,
  change: { userId: string; role: Role },
): Promise<CollaboratorRow> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { userId, role } = change;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      found: [found],
      authentication,
    } = await authorizeMember(
      ctx,
      caller,
      { found: findCollaborator(db, eventId, userId) },
      { authentication: findAuthentication(ctx.accountsDb, caller.session) },
    );
    if (found === undefined) throw notFound();
    const { hasOtherOwner, ...collaborator } = found;
    if (collaborator.role === role) return collaborator;
    if (collaborator.role === "owner" && !hasOtherOwner) throw new AppError("last_owner");
    if (role === "owner" || collaborator.role === "owner") await requireStepUp(ctx, caller.session, authentication);
    const guard = isReplaceable(db, hasRole(db, member), eventId, collaborator);
    const entry = {
      eventId,
      ...actorOf(member),
      action: "collaborator.role_changed" as const,
      target: userId,
      before: { role: collaborator.role },
      after: { role },
      at: clock.now(),
    };
    const change = { eventId, by: member, userId, before: collaborator.role, after: role };
    const effects = effectsOf(ctx, change, { guard, at: entry.at });
    const { changed } = await runBatch(db, {
      audit: recordAudit(db, entry, guard),
      effects: effects.statements,
      changed: updateRole(db, eventId, userId, role, guard),
      transferred: transferEvent(db, eventId, userId, entry.at),
    });
    if (changed.length > 0) {
      effects.publishAfterResponse();
      sealAfterResponse(ctx, eventId);
      return { ...collaborator, role };
    }
  }
  throw new AppError("team_changed");
}
