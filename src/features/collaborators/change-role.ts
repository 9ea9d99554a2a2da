import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { handOverEvent } from "../privacy/queries.ts";
import { type CollaboratorRow, findCollaborator, isReplaceable, updateRole } from "./queries.ts";
import { lastOwner, MAX_ATTEMPTS, teamKeepsChanging } from "./team-changes.ts";

/**
 * Gives a collaborator another role, which holds from their next request on. A host who owns the event no more hands it
 * over to the longest-standing other owner, who pays from then on.
 * @throws AppError 404 for somebody who does not work on the event, 400 `last_owner`
 */
export async function changeRole(
  ctx: RequestContext,
  caller: EventCaller,
  change: { userId: string; role: Role },
): Promise<CollaboratorRow> {
  const { db, clock } = ctx;
  const { eventId, session } = caller;
  const { userId, role } = change;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const {
      found: [found],
    } = await authorizeMember(ctx, caller, { found: findCollaborator(db, eventId, userId) });
    if (found === undefined) throw notFound();
    const { othersOwn, ...member } = found;
    if (member.role === role) return member;
    if (member.role === "owner" && !othersOwn) throw lastOwner();
    const guard = isReplaceable(db, hasRole(db, caller), eventId, member);
    const entry = {
      eventId,
      actorId: session.userId,
      action: "collaborator.role_changed" as const,
      target: userId,
      before: { role: member.role },
      after: { role },
      at: clock.now(),
    };
    const { changed } = await runBatch(db, {
      audit: recordAudit(db, entry, guard),
      changed: updateRole(db, eventId, userId, role, guard),
      handOverEvent: handOverEvent(db, eventId, userId, entry.at),
    });
    if (changed.length > 0) return { ...member, role };
  }
  throw teamKeepsChanging();
}
