import type { RequestContext } from "../context.ts";
import type { EventCaller } from "../platform/authorization/authorize-member.ts";
import { replaceRole } from "./change-role.ts";

/**
 * Removes a collaborator from an event, effective from their next request, ends what they have created that can act there,
 * and disconnects their live monitors. When the
 * host is removed, the other owner with the longest membership becomes the host, whose tier then applies.
 * @throws AppError 404 for a user without a role on the event, 400 `last_owner`, 409 `team_changed`; 403
 *   `step_up_required` for an owner
 */
export async function removeCollaborator(ctx: RequestContext, caller: EventCaller, userId: string): Promise<void> {
  await replaceRole(ctx, caller, userId, null);
}

/** Removes the caller from an event. @throws AppError 400 `last_owner`, 409 `team_changed` */
export function leaveEvent(ctx: RequestContext, caller: EventCaller): Promise<void> {
  return removeCollaborator(ctx, { ...caller, needsFactor: false }, caller.session.userId);
}
